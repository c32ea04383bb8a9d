// SPDX-License-Identifier: MIT
// Every link of every page: relative and leading to something, or http(s) and marked as
// leading elsewhere. And the way from the start to a record: three clicks.
import {posix} from 'node:path';

function decoded(text) {
	try {
		return decodeURIComponent(text);
	} catch {
		return null;
	}
}

// The file and fragment that a relative address leads to from `path`; file is null where
// it leaves the site.
function resolve(path, url) {
	const [, name, , fragment] = /^([^?#]*)(\?[^#]*)?(?:#(.*))?$/s.exec(url);
	const plain = decoded(name);
	const file = plain === '' ? path : plain && posix.join(posix.dirname(path), plain);

	return {file: file?.startsWith('..') ? null : file, fragment: fragment ?? ''};
}

function follow(page, link, site, ids) {
	const {url, tag, rel} = link;
	const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(url.trim())?.[0].toLowerCase();

	if (scheme === 'http:' || scheme === 'https:')
		return ['a', 'link'].includes(tag) && rel ? null : 'leads elsewhere, without rel';
	if (scheme)
		return 'scheme not allowed';
	if (url.startsWith('/') || url !== url.trim())
		return 'not relative';
	if (url === '')
		return 'empty';
	const {file, fragment} = resolve(page.path, url);
	if (file === null || !site.files.has(file))
		return 'no such file';
	if (fragment === '' || !ids.has(file))
		return fragment === '' ? null : 'fragment of a file that is no page';
	return [fragment, decoded(fragment)].some((id) => ids.get(file).has(id)) ? null :
		'no such id';
}

// Clicks from index.html to the nearest file that `wanted` accepts, or null.
function clicksTo(site, wanted) {
	const pages = new Map(site.pages.map((page) => [page.path, page]));
	const clicks = new Map([['index.html', 0]]);

	for (const [path, distance] of clicks) {
		if (wanted(path))
			return distance;
		for (const {tag, url} of pages.get(path)?.facts.links ?? []) {
			const {file} = resolve(path, url);
			if (tag === 'a' && site.files.has(file) && !clicks.has(file))
				clicks.set(file, distance + 1);
		}
	}
	return null;
}

export async function run({site, tally}) {
	const ids = new Map(site.pages.map((page) => [page.path, new Set(page.facts.ids)]));
	const isRecord = (path) => /^evidence\/[^/]+\/.+\.json$/.test(path);

	for (const page of site.pages) {
		const problems = page.facts.links
			.map((link) => [link.url, follow(page, link, site, ids)])
			.filter(([, problem]) => problem !== null)
			.map(([url, problem]) => `${problem}: ${url}`);
		tally.check(`${page.path}: links`, problems);
	}
	if ([...site.files].some(isRecord)) {
		const clicks = clicksTo(site, isRecord);
		tally.check('three clicks', clicks !== null && clicks <= 3 ? [] :
			[`the nearest record is ${clicks ?? 'not to be reached by'} clicks from index.html`]);
	}
}
