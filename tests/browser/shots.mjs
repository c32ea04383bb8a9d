// SPDX-License-Identifier: MIT
// Pictures of a page of each kind, for people to look at.
//
//     node shots.mjs SITE OUTDIR
//
// PNG of the whole page at each width in each colour scheme, and what a printer gets.
import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import {launch, openTab} from './browser.mjs';
import {SCHEMES, WIDTHS} from './checks/accessibility.mjs';
import {serve} from './serve.mjs';
import {address, oneOfEach, readSite} from './site.mjs';

const [root, out] = process.argv.slice(2);

if (!root || !out) {
	console.error('usage: node shots.mjs SITE OUTDIR');
	process.exit(2);
}
await mkdir(out, {recursive: true});

const browser = await launch();
const server = await serve(root);
const {pages} = await readSite(root, browser);
const {page, close} = await openTab(browser, server.url);

for (const {path, kind} of oneOfEach(pages)) {
	const name = join(out, kind.replace(/\W+/g, '-').replace(/-$/, ''));
	await page.goto(server.url + address(path));
	for (const colorScheme of SCHEMES)
		for (const width of WIDTHS) {
			await page.emulateMedia({colorScheme});
			await page.setViewportSize({width, height: 900});
			await page.screenshot({path: `${name}-${width}-${colorScheme}.png`, fullPage: true});
		}
	await page.pdf({path: `${name}.pdf`, format: 'A4', printBackground: false});
	console.log(`${name}: ${path}`);
}
await close();
await browser.close();
server.close();
