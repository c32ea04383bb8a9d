// SPDX-License-Identifier: MIT
// 5 000 rows under the site's own style and script: what a keystroke and a click cost,
// style and layout included, against what it costs to lay the plain table out once, in the
// same page: a machine has its moods, a ratio has fewer.
import {copyFile, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {openTab} from '../browser.mjs';
import {serve} from '../serve.mjs';

const ROWS = 5000;
const COLUMNS = 9;
const FILTER = 0.1; // of the plain table's layout
const SORT = 0.2;
const RUNS = 5;

function longPage() {
	const heads = Array.from({length: COLUMNS}, (_, i) => `<th scope="col">column ${i}</th>`);
	// Small steps of a multiplicative generator: no order, and the same in every run.
	const value = (row, column) => (row * 7919 + column * 104729) % 100003 / 8;
	const rows = Array.from({length: ROWS}, (_, row) => {
		const cells = heads.slice(1).map((_, i) =>
			`<td data-value="${value(row, i)}">${value(row, i).toFixed(1)} k</td>`);
		return `<tr data-category="hash" data-kat="PASS"><th scope="row">instance-${row}</th>` +
			`${cells.join('')}</tr>`;
	});
	return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>long</title>
<link rel="stylesheet" href="style.css"><script src="table.js" defer></script></head>
<body><main><h1>long</h1><div id="filter"></div><section><h2>hash</h2><div class="box">
<table class="figures" id="t-long"><caption>long</caption><thead><tr>${heads.join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div></section></main></body></html>`;
}

// Runs in the browser: does it, and what it makes the browser work out anew.
function act({text, column}) {
	if (text === undefined && column === undefined) {
		const table = document.querySelector('table');
		table.classList.remove('long');
		table.hidden = true;
		document.body.getBoundingClientRect();
		table.hidden = false;
		document.body.getBoundingClientRect();
		table.classList.add('long');
	} else if (text !== undefined) {
		const input = document.querySelector('#filter input');
		input.value = text;
		input.dispatchEvent(new Event('input', {bubbles: true}));
	} else {
		document.querySelectorAll('button.sort')[column].click();
	}
	document.body.getBoundingClientRect();
	return [...document.querySelectorAll('tbody tr')].filter((row) => !row.hidden).length;
}

// ms of script, style and layout for each action, in time of the page's thread.
async function measure(page, session, actions) {
	const now = async () => {
		const {metrics} = await session.send('Performance.getMetrics');
		return metrics.filter(({name}) =>
			['ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration'].includes(name))
			.reduce((sum, {value}) => sum + value * 1000, 0);
	};
	const times = [];

	for (const action of actions) {
		const before = await now();
		const shown = await page.evaluate(act, action);
		times.push(await now() - before);
		if (action.text === 'instance-123' && shown !== 11)
			throw new Error(`finds ${shown} rows instead of 11`);
	}
	return times;
}

async function timeAll({browser, tally}, url) {
	const {page, close} = await openTab(browser, url);
	const session = await page.context().newCDPSession(page);
	const texts = ['i', 'instance-123', '12', '1', ''].map((text) => ({text}));
	const clicks = [0, 0, 0, 1, 1, 1, COLUMNS - 1].map((column) => ({column}));

	await session.send('Performance.enable', {timeDomain: 'threadTicks'});
	await page.goto(url);
	let plain = 0;
	for (const [what, actions, allowed] of [['layout', [{}], Infinity],
		['filter', texts, FILTER], ['sort', clicks, SORT]]) {
		const runs = [];
		for (let i = 0; i < RUNS; i++)
			runs.push(await measure(page, session, actions));
		// The slowest action, each at its best: a busy machine only ever adds.
		const time = Math.max(...actions.map((_, at) => Math.min(...runs.map((run) => run[at]))));
		plain ||= time;
		console.log(`${what} of ${ROWS} rows: ${time.toFixed(1)} ms`);
		tally.check(what, time <= allowed * plain ? [] :
			[`takes ${time.toFixed(1)} ms, the plain table's layout ${plain.toFixed(1)} ms`]);
	}
	await close();
}

export async function run(context) {
	const folder = await mkdtemp(join(tmpdir(), 'ngcc-speed-'));
	const server = await serve(folder);

	try {
		await writeFile(join(folder, 'index.html'), longPage());
		for (const name of ['style.css', 'table.js'])
			await copyFile(join(context.site.root, name), join(folder, name));
		await timeAll(context, server.url);
	} finally {
		server.close();
		await rm(folder, {recursive: true});
	}
}
