// SPDX-License-Identifier: MIT
// Every column of every table of figures: a click sorts, a second turns it round, a third
// restores; from a server and from a file. And the head stays in view.
import {resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import {openTab} from '../browser.mjs';
import {address, isCandidate, isSystem, oneOfEach} from '../site.mjs';

const PATIENCE = 10000; // ms

// Runs in the browser. Clicks through all columns; returns what was wrong.
function sortProblems() {
	const problems = [];

	// Below 0, 0 or above: a before, like, behind b in natural order.
	function natural(a, b) {
		const [left, right] = [a, b].map((text) => text.match(/\d+|\D/g) ?? []);
		for (let i = 0; i < Math.min(left.length, right.length); i++) {
			const numbers = [left[i], right[i]].every((part) => /\d/.test(part));
			const order = numbers ? Number(left[i]) - Number(right[i]) :
				left[i] < right[i] ? -1 : Number(left[i] > right[i]);
			if (order !== 0)
				return order;
		}
		return left.length - right.length;
	}

	function orderProblem(rows, original, column, sign) {
		const cells = rows.map((row) => row.cells[column]);
		const numeric = cells.some((cell) => cell.dataset.value !== undefined);
		const known = cells.map((cell) => numeric ? cell.dataset.value !== undefined :
			cell.textContent !== '–');

		for (let i = 1; i < rows.length; i++) {
			if (known[i] && !known[i - 1])
				return 'a known value behind an unknown one';
			const order = !known[i] ? 0 : sign * (numeric ?
				cells[i - 1].dataset.value - cells[i].dataset.value :
				natural(cells[i - 1].textContent, cells[i].textContent));
			const moved = original.indexOf(rows[i - 1]) > original.indexOf(rows[i]);
			if (known[i] === known[i - 1] && (order > 0 || order === 0 && moved))
				return `row ${i} and the next are in the wrong order`;
		}
		return null;
	}

	for (const table of document.querySelectorAll('table.figures')) {
		const heads = [...table.tHead.rows[0].cells];
		const rows = () => [...table.tBodies[0].rows];
		const original = rows();

		heads.forEach((head, column) => {
			const button = head.querySelector('button.sort');
			const expect = (fine, what) => fine ||
				problems.push(`${table.id} column ${column}: ${what}`);

			expect(button?.textContent === head.textContent, 'no button around the text');
			for (const [direction, sign] of [['ascending', 1], ['descending', -1]]) {
				button?.click();
				const wrong = orderProblem(rows(), original, column, sign);
				expect(wrong === null, `${direction}: ${wrong}`);
				expect(rows().length === original.length, 'rows lost');
				expect(heads.every((other) => other.getAttribute('aria-sort') ===
					(other === head ? direction : null)), `${direction}: aria-sort`);
			}
			button?.click();
			expect(rows().every((row, i) => row === original[i]), 'third click: order');
			expect(!table.querySelector('[aria-sort]'), 'third click: aria-sort');
		});
	}
	return problems;
}

// Runs in the browser: scrolls the middle of the longest table to the top of the window.
async function stickyProblems() {
	const tables = [...document.querySelectorAll('table.figures')];
	const table = tables.reduce((most, next) =>
		next.rows.length > most.rows.length ? next : most);
	const {top, height} = table.getBoundingClientRect();

	if (height < innerHeight)
		return null;
	scrollTo(0, scrollY + top + height / 2 - innerHeight / 2);
	await new Promise(requestAnimationFrame);
	const head = table.tHead.rows[0].cells[0];
	const box = head.getBoundingClientRect();
	const seen = document.elementFromPoint(box.left + 4, (box.top + box.bottom) / 2);

	if (table.getBoundingClientRect().top >= 0)
		return [`${table.id}: could not scroll into it`];
	return box.top >= -1 && box.top < 100 && head.contains(seen) ? [] :
		[`${table.id}: its head is at ${Math.round(box.top)} px, or covered`];
}

async function stickyHead({browser, server, tally}, pages) {
	let tried = 0;

	for (const width of [360, 1400]) {
		const tab = await openTab(browser, server.url, {viewport: {width, height: 400}});
		for (const {path} of pages) {
			await tab.page.goto(server.url + address(path));
			const problems = await tab.page.evaluate(stickyProblems);
			if (problems !== null)
				tally.check(`${path}: sticky head, ${width} px`, problems);
			tried += problems !== null;
		}
		await tab.close();
	}
	if (tried === 0)
		console.log('sticky head: not tried, no table is long enough');
}

async function everyColumn({browser, tally}, pages, where, base) {
	const tab = await openTab(browser, base);

	for (const {path} of pages) {
		await tab.page.goto(base + address(path));
		const problems = await tab.page.evaluate(sortProblems);
		// The clicks above are the script's own; a reader's must get through too.
		await tab.page.locator('table.figures button.sort').last()
			.click({trial: true, timeout: PATIENCE})
			.catch(() => problems.push('the last button cannot be clicked'));
		tally.check(`${path}: sort ${where}`, [...problems, ...tab.take()]);
	}
	await tab.close();
}

export async function run(context) {
	const {site, server} = context;
	const pages = oneOfEach(site.pages.filter((page) =>
		page.facts.tables.some((table) => table.figures)));
	const folder = pathToFileURL(resolve(site.root)).href + '/';

	await everyColumn(context, pages, 'on a server', server.url);
	await everyColumn(context, pages, 'as a file', folder);
	await stickyHead(context, pages.filter((page) => isCandidate(page) || isSystem(page)));
}
