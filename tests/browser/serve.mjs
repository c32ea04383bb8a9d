// SPDX-License-Identifier: MIT
// A static server for one folder, on 127.0.0.1 and a free port.
//
//     node serve.mjs SITE      serves until interrupted
//
// `prefix` (with slashes at both ends) puts the site under a path; everything outside of
// it is 404, so that a page that counts on being at the top is found out.
import {createServer} from 'node:http';
import {readFile, realpath, stat} from 'node:fs/promises';
import {extname, join, sep} from 'node:path';
import {pathToFileURL} from 'node:url';

const TYPES = {
	'.css': 'text/css; charset=utf-8',
	'.csv': 'text/csv; charset=utf-8',
	'.html': 'text/html; charset=utf-8',
	'.js': 'text/javascript; charset=utf-8',
	'.json': 'application/json',
	'.log': 'text/plain; charset=utf-8',
	'.png': 'image/png',
	'.svg': 'image/svg+xml',
	'.txt': 'text/plain; charset=utf-8',
	'.xml': 'application/xml',
};

// The file for the path of a request, or null where there is none inside the root.
async function fileFor(root, path) {
	try {
		let file = await realpath(join(root, decodeURIComponent(path)));
		if ((await stat(file)).isDirectory())
			file = await realpath(join(file, 'index.html'));
		return file.startsWith(root + sep) ? file : null;
	} catch {
		return null;
	}
}

// Resolves to {url, requested, close}: url ends in the prefix, requested is the set of
// paths asked for.
export async function serve(folder, prefix = '/') {
	const root = await realpath(folder);
	const requested = new Set();

	const server = createServer(async (request, response) => {
		const {pathname} = new URL(request.url, 'http://127.0.0.1');
		requested.add(pathname);
		const inside = pathname.startsWith(prefix);
		const file = inside ? await fileFor(root, pathname.slice(prefix.length)) : null;

		// A browser asks for this by itself, whatever the page says.
		if (pathname === '/favicon.ico') {
			response.writeHead(204).end();
			return;
		}
		if (file === null) {
			response.writeHead(404, {'content-type': 'text/plain'}).end('not here\n');
			return;
		}
		const type = TYPES[extname(file)] ?? 'application/octet-stream';
		response.writeHead(200, {'content-type': type, 'cache-control': 'no-store'});
		response.end(request.method === 'HEAD' ? undefined : await readFile(file));
	});
	await new Promise((resolve, reject) => {
		server.on('error', reject).listen(0, '127.0.0.1', resolve);
	});

	return {
		url: `http://127.0.0.1:${server.address().port}${prefix}`,
		requested,
		close() {
			server.closeAllConnections();
			server.close();
		},
	};
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
	if (process.argv.length !== 3) {
		console.error('usage: node serve.mjs SITE');
		process.exit(2);
	}
	console.log((await serve(process.argv[2])).url);
}
