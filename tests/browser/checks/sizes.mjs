// SPDX-License-Identifier: MIT
// What a reader has to load, compressed.
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';
import {isCandidate} from '../site.mjs';

const PAGE = 15000; // without its pictures
const WITH_PICTURES = 40000;
const PICTURE = 20000;
const COMMON = 20000;
const LONG = 48; // rows in section 4

function gzipped(bytes) {
	return gzipSync(bytes, {level: 9}).length;
}

export async function run({site, tally}) {
	for (const page of site.pages.filter(isCandidate)) {
		const rows = page.facts.tables.find((table) => table.id === 't-performance')?.rows.length;
		const whole = gzipped(page.html);
		tally.check(`${page.path}: size with pictures`, whole < WITH_PICTURES ? [] :
			[`${whole} bytes compressed, ${WITH_PICTURES} allowed`]);
		const size = gzipped(page.html.replace(/<figure.*?<\/figure>/gs, ''));
		if (rows >= LONG)
			tally.check(`${page.path}: size`, size < PAGE ? [] :
				[`${size} bytes compressed, ${PAGE} allowed`]);
	}
	for (const path of [...site.files].filter((file) => file.endsWith('.svg'))) {
		const size = gzipped(await readFile(join(site.root, path)));
		tally.check(`${path}: size`, size <= PICTURE ? [] :
			[`${size} bytes compressed, ${PICTURE} allowed`]);
	}
	const common = await Promise.all(['style.css', 'table.js'].map(async (name) =>
		gzipped(await readFile(join(site.root, name)))));
	const size = common[0] + common[1];
	tally.check('style.css and table.js', size < COMMON ? [] :
		[`${size} bytes compressed, ${COMMON} allowed`]);
}
