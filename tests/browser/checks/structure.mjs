// SPDX-License-Identifier: MIT
// The markup of every page: headings, ids, tables, and nothing that the content security
// policy would have to block.
import {isCandidate, isSystem} from '../site.mjs';

const POLICY = ["default-src 'none'", "style-src 'self'", "img-src 'self'", "script-src 'self'"];
const NUMBER = /^-?\d+(\.\d+)?(e-?\d+)?$/;

function headings({headings}) {
	const problems = [];

	if (headings.filter((level) => level === 1).length !== 1)
		problems.push(`${headings.filter((level) => level === 1).length} h1`);
	headings.forEach((level, i) => {
		const before = i > 0 ? headings[i - 1] : 0;
		if (level > before + 1)
			problems.push(`heading ${i + 1} is h${level} after ${before ? 'h' + before : 'nothing'}`);
	});
	return problems;
}

function repeatedIds({ids}) {
	const seen = new Set();

	return ids.filter((id) => seen.size === seen.add(id).size).map((id) => `id twice: ${id}`);
}

function tables({tables}) {
	return tables.flatMap((table) => {
		const problems = [];
		const expect = (fine, problem) => fine || problems.push(`${table.name}: ${problem}`);
		const [width] = table.heads;

		expect(table.caption, 'no caption');
		expect(table.heads.length === 1, `${table.heads.length} rows in thead`);
		expect(table.rows.length > 0, 'no row in tbody');
		expect(table.unscoped.length === 0, `th without scope: ${table.unscoped}`);
		expect(table.rows.every((cells) => cells === width), 'rows of different length');
		if (table.figures) {
			expect(table.box, 'not in a named box that the keyboard can scroll');
			expect(table.id, 'no id');
			expect(table.bodies === 1, `${table.bodies} tbody`);
			expect(table.notHead.length === 0,
				`head cells td, empty or with a link: ${table.notHead}`);
		}
		const wrong = table.values.filter((value) => !NUMBER.test(value));
		expect(wrong.length === 0, `data-value no plain number: ${wrong}`);
		return problems;
	});
}

function blocked({styles, scripts, handlers}) {
	return [...styles.map((node) => `inline style: ${node}`),
		...scripts.map((node) => `inline script: ${node}`),
		...handlers.map((node) => `handler: ${node}`)];
}

function policy({policy, policyFirst}) {
	if (policy === null)
		return ['no content security policy'];
	const said = policy.split(';').map((part) => part.trim().replace(/\s+/g, ' '));
	const problems = POLICY.filter((part) => !said.includes(part))
		.map((part) => `policy lacks ${part}`);

	for (const part of said)
		if (/unsafe|\*|https?:|data:|blob:/.test(part))
			problems.push(`policy allows ${part}`);
	if (!policyFirst)
		problems.push('policy comes after what it is for');
	return problems;
}

function filterPlace(page) {
	const wanted = isCandidate(page) || isSystem(page);
	const unwanted = ['home', 'method', 'missing'].includes(page.kind.replace('earlier ', ''));

	if (wanted && !page.facts.filter)
		return ['no place for the filter'];
	return unwanted && page.facts.filter ? ['a place for a filter, but nothing to filter'] : [];
}

export async function run({site, tally}) {
	for (const page of site.pages) {
		tally.check(`${page.path}: headings`, headings(page.facts));
		tally.check(`${page.path}: ids`, repeatedIds(page.facts));
		tally.check(`${page.path}: tables`, tables(page.facts));
		tally.check(`${page.path}: inline`, blocked(page.facts));
		tally.check(`${page.path}: policy`, policy(page.facts));
		tally.check(`${page.path}: filter`, filterPlace(page));
	}
}
