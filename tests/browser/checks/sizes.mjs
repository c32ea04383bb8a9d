// SPDX-License-Identifier: MIT
// What a reader has to load, compressed.
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';
import {isCandidate} from '../site.mjs';

const PAGE = 15000;
const COMMON = 20000;
const LONG = 48; // rows in section 4

function gzipped(bytes) {
	return gzipSync(bytes, {level: 9}).length;
}

export async function run({site, tally}) {
	for (const page of site.pages.filter(isCandidate)) {
		const rows = page.facts.tables.find((table) => table.id === 't-performance')?.rows.length;
		const size = gzipped(page.html);
		if (rows >= LONG)
			tally.check(`${page.path}: size`, size < PAGE ? [] :
				[`${size} bytes compressed, ${PAGE} allowed`]);
	}
	const common = await Promise.all(['style.css', 'table.js'].map(async (name) =>
		gzipped(await readFile(join(site.root, name)))));
	const size = common[0] + common[1];
	tally.check('style.css and table.js', size < COMMON ? [] :
		[`${size} bytes compressed, ${COMMON} allowed`]);
}
