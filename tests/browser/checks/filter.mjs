// SPDX-License-Identifier: MIT
// The filter: which rows stay, the count, the selects, and the address that brings the
// view back; from a server and from a file.
import {resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import {openTab} from '../browser.mjs';
import {address, isCandidate, isSystem, oneOfEach} from '../site.mjs';

const PATIENCE = 10000; // ms; the address follows with a delay

// Runs in the browser. Which rows match, by a reading of its own of the tables.
function readView({words, data}) {
	const rows = [...document.querySelectorAll(
		'table.figures:not(:is(#environment, #kat, #sizes) *) > tbody > tr')];
	const matches = (row) => {
		const text = [...row.cells].map((cell) => cell.textContent).join(' ').toLowerCase();
		return words.every((word) => text.includes(word.toLowerCase())) &&
			Object.entries(data).every(([name, value]) => row.dataset[name] === value);
	};
	return {
		total: rows.length,
		wanted: rows.flatMap((row, i) => matches(row) ? [i] : []),
		shown: rows.flatMap((row, i) => row.checkVisibility() ? [i] : []),
		said: document.querySelector('#filter [role=status]')?.textContent,
		// A section by category is shown if and only if one of its rows is.
		sections: [...document.querySelectorAll('section')]
			.filter((section) => section.querySelector('tr[data-category]'))
			.every((section) => section.checkVisibility() ===
				[...section.querySelectorAll('tbody > tr')].some((row) => !row.hidden)),
	};
}

// Runs in the browser: two words from one row that do not match every row.
function pickWords() {
	const rows = [...document.querySelectorAll(
		'table.figures:not(:is(#environment, #kat, #sizes) *) > tbody > tr')];
	const texts = rows.map((row) => row.textContent.toLowerCase());

	for (const row of rows.slice(Math.floor(rows.length / 2))) {
		const cells = [...row.cells].map((cell) => cell.textContent.split(' ')[0]);
		const words = [cells[0], cells[1]].map((word) => word.toUpperCase());
		const matching = texts.filter((text) =>
			words.every((word) => text.includes(word.toLowerCase()))).length;
		if (matching < rows.length)
			return words;
	}
	return ['no-such-row'];
}

async function viewProblems(page, words, data = {}) {
	const {total, wanted, shown, said, sections} =
		await page.evaluate(readView, {words, data});
	const problems = [];
	const what = [...words, ...Object.values(data)].join(' ') || 'nothing';

	if (wanted.join() !== shown.join())
		problems.push(`${what}: shows ${shown.length} rows, not the ${wanted.length} that match`);
	const count = wanted.length ? `${wanted.length} of ${total} rows`
		: `none of ${total} rows matches`;
	if (said !== count)
		problems.push(`${what}: says '${said}', not '${count}'`);
	if (!sections)
		problems.push(`${what}: a section is shown without rows, or hidden with some`);
	return problems;
}

// Waits until the address ends in `wanted` and says whether it came to that.
async function addressEnds(page, wanted) {
	const came = page.waitForURL((url) => url.href.endsWith(wanted), {timeout: PATIENCE});
	return came.then(() => [], () => [`the address is ${page.url()}, not …${wanted}`]);
}

async function words(page) {
	const input = page.getByLabel('Filter rows');
	const picked = await page.evaluate(pickWords);
	const problems = await viewProblems(page, []);

	await input.fill(picked.join(' '));
	problems.push(...await viewProblems(page, picked));
	problems.push(...await addressEnds(page, `?${new URLSearchParams({q: picked.join(' ')})}`));
	await page.reload();
	problems.push(...await viewProblems(page, picked));
	await input.fill('no-such-row');
	problems.push(...await viewProblems(page, ['no-such-row']));
	await page.getByRole('button', {name: 'Reset'}).click();
	problems.push(...await viewProblems(page, []));
	problems.push(...await addressEnds(page, '.html'));
	return problems;
}

async function selects(page) {
	const problems = [];

	for (const [name, label] of [['category', 'Category'], ['kat', 'KAT result']]) {
		const values = new Set(await page.locator(`tr[data-${name}]`).evaluateAll(
			(rows, key) => rows.map((row) => row.dataset[key]), name));
		if (values.size === 0)
			problems.push(`no row has data-${name}`);
		for (const value of values) {
			await page.getByLabel(label).selectOption(value);
			problems.push(...await viewProblems(page, [], {[name]: value}));
		}
		const last = {[name]: [...values].at(-1)};
		problems.push(...await addressEnds(page, `?${new URLSearchParams(last)}`));
		await page.reload();
		problems.push(...await viewProblems(page, [], last));
		await page.getByRole('button', {name: 'Reset'}).click();
	}
	return problems;
}

// The address alone makes the view.
async function fromAddress(page, url) {
	const problems = [];
	const table = await page.locator('table.figures').last().getAttribute('id');
	const row = await page.locator('table.figures tr[id]').evaluateAll((rows) => rows.at(-1)?.id);
	const sorted = () => page.evaluate(() => [...document.querySelectorAll('[aria-sort]')]
		.map((head) => [head.closest('table').id, head.cellIndex, head.ariaSort].join()).join(' '));

	await page.goto(`${url}?sort=${table}:1:desc#filter`);
	if (await sorted() !== `${table},1,descending`)
		problems.push(`sort from the address: ${await sorted() || 'none'}`);
	for (const state of ['0', '0:desc']) {
		await page.locator(`[id="${table}"] button.sort`).first().click();
		problems.push(...await addressEnds(page, `?sort=${table}:${state}#filter`));
	}

	await page.goto(`${url}?category=none&kat=none&sort=none:0&sort=${table}:99&sort=x`);
	problems.push(...await viewProblems(page, []));
	if (await sorted() !== '')
		problems.push(`unknown values sort: ${await sorted()}`);
	if (await page.locator('select').evaluateAll((all) => all.some((one) => one.selectedIndex)))
		problems.push('unknown values: a select does not say all');
	await page.getByRole('button', {name: 'Reset'}).click();
	problems.push(...await addressEnds(page, '.html'));

	if (row) {
		await page.goto(`${url}?q=no-such-row#${row}`);
		if (!await page.locator(`[id="${row}"]`).isVisible())
			problems.push(`the row ${row} that the address names stays hidden`);
		problems.push(...await addressEnds(page, `.html#${row}`));
	}
	return problems;
}

async function checkPage({browser, tally}, page, where, base) {
	const tab = await openTab(browser, base);
	const url = base + address(page.path);

	await tab.page.goto(url);
	const problems = await words(tab.page);
	if (isSystem(page))
		problems.push(...await selects(tab.page));
	problems.push(...await fromAddress(tab.page, url), ...tab.take());
	tally.check(`${page.path}: filter ${where}`, problems);
	await tab.close();
}

export async function run(context) {
	const {site, server} = context;
	const folder = pathToFileURL(resolve(site.root)).href + '/';
	const pages = oneOfEach(site.pages.filter((page) => isCandidate(page) || isSystem(page)));

	if (pages.length === 0)
		context.tally.check('filter', ['no page to try it on']);
	// Side by side, since most of the time is waiting for the address.
	await Promise.all(pages.flatMap((page) => [
		checkPage(context, page, 'on a server', server.url),
		checkPage(context, page, 'as a file', folder),
	]));
}
