// SPDX-License-Identifier: MIT
// Opening a page is silent: no message, no error, no dialog, nothing loaded from outside.
// At the top of a server, under a path, from a file; and with scripts off its tables say
// the same.
import {resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import {openTab} from '../browser.mjs';
import {serve} from '../serve.mjs';
import {address, sample} from '../site.mjs';

// Runs in the browser: every cell of every table in order, and what of it is not shown.
function readTables() {
	const tables = [...document.querySelectorAll('table')];

	return {
		text: tables.map((table) => [...table.rows].map((row) =>
			[...row.cells].map((cell) => cell.textContent))),
		unseen: tables.filter((table) => !table.checkVisibility()).map((table) => table.id),
		buttons: document.querySelectorAll('button.sort').length,
	};
}

async function openAll({browser, tally}, pages, where, base, each = async () => []) {
	const tab = await openTab(browser, base);

	for (const {path} of pages) {
		await tab.page.goto(base + address(path));
		const problems = tab.take();
		problems.push(...await each(tab.page, path));
		tally.check(`${path}: ${where}`, problems);
	}
	await tab.close();
}

async function withoutScript({browser, server, tally}, pages, before) {
	const tab = await openTab(browser, server.url, {javaScriptEnabled: false});

	for (const {path} of pages) {
		await tab.page.goto(server.url + address(path));
		const off = await tab.page.evaluate(readTables);
		const on = before.get(path);
		const problems = [...tab.take(), ...off.unseen.map((id) => `not shown: ${id}`)];

		if (JSON.stringify(off.text) !== JSON.stringify(on.text))
			problems.push('the tables say something else');
		if (off.buttons > 0)
			problems.push('sort buttons that cannot work');
		tally.check(`${path}: scripts off`, problems);
	}
	await tab.close();
}

// That the policy is in force is seen from what it blocks. (A script or handler written
// into the markup is found by the structure check too.)
async function policyInForce({browser, server, tally}, pages) {
	const tab = await openTab(browser, server.url);

	for (const {path} of pages) {
		await tab.page.goto(server.url + address(path));
		const ran = await tab.page.evaluate(async () => {
			const script = document.createElement('script');
			script.textContent = 'window.ranInline = true';
			document.body.append(script);
			const fetched = await fetch(location.href).then(() => true, () => false);
			return [window.ranInline && 'an inline script ran', fetched && 'a fetch went out'];
		});
		tab.take();
		tally.check(`${path}: policy in force`, ran.filter(Boolean));
	}
	await tab.close();
}

export async function run(context) {
	const pages = sample(context.site.pages);
	const below = await serve(context.site.root, '/a/b/');
	const folder = pathToFileURL(resolve(context.site.root)).href + '/';
	const tables = new Map();

	await openAll(context, pages, 'open', context.server.url, async (page, path) => {
		tables.set(path, await page.evaluate(readTables));
		return [];
	});
	await openAll(context, pages, 'open under a path', below.url);
	below.close();
	await openAll(context, pages, 'open as a file', folder);
	await withoutScript(context, pages, tables);
	await policyInForce(context, pages);
}
