// SPDX-License-Identifier: MIT
// The folder under test: its files, its pages with their kinds, and the facts that are
// read off every page without running it.
import {readdir, readFile} from 'node:fs/promises';
import {join, relative, sep} from 'node:path';
import {readFacts} from './facts.mjs';

// Address of a file relative to the top of the site.
export function address(path) {
	return path.split('/').map(encodeURIComponent).join('/');
}

function kindOf(path, html) {
	const parts = path.split('/');
	const name = parts.at(-1);

	if (parts.length === 1)
		return {'index.html': 'home', '404.html': 'missing'}[name] ?? 'other';
	if (parts[0] === 'compare')
		return 'compare';
	const age = parts[0].includes('@') ? 'earlier ' : '';
	const fixed = {'index.html': 'system', 'method.html': 'method', 'ranking.html': 'ranking'};
	if (parts.length === 2 && fixed[name])
		return age + fixed[name];
	const [, category] = /function:\s*([a-z ]+)/.exec(html) ?? [];
	return parts.length === 2 && category ? `${age}candidate (${category.trim()})` : 'other';
}

// Pages are {path, html, kind, facts}; files holds all paths, with slashes.
export async function readSite(root, browser) {
	const entries = await readdir(root, {recursive: true, withFileTypes: true});
	const files = entries.filter((entry) => entry.isFile())
		.map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
		.sort();
	const pages = [];

	for (const path of files.filter((file) => file.endsWith('.html'))) {
		const html = await readFile(join(root, path), 'utf8');
		pages.push({path, html, kind: kindOf(path, html)});
	}
	await readFacts(browser, pages);
	return {root, files: new Set(files), pages};
}

function byKind(pages) {
	return pages.reduce((kinds, page) =>
		kinds.set(page.kind, [...kinds.get(page.kind) ?? [], page]), new Map());
}

// The largest page of each kind.
export function oneOfEach(pages) {
	return [...byKind(pages).values()].map((same) =>
		same.reduce((most, page) => page.html.length > most.html.length ? page : most));
}

// All pages, or of a large site up to `limit`, spread over each kind.
export function sample(pages, limit = 40) {
	if (pages.length <= limit)
		return pages;
	const kinds = [...byKind(pages).values()];
	const each = Math.max(1, Math.floor(limit / kinds.length));
	const chosen = new Set(oneOfEach(pages));

	for (const same of kinds)
		for (let i = 0; i < Math.min(each, same.length); i++)
			chosen.add(same[Math.floor(i * same.length / Math.min(each, same.length))]);
	return [...chosen];
}

export function isCandidate(page) {
	return page.kind.includes('candidate (');
}

export function isSystem(page) {
	return page.kind.endsWith('system');
}
