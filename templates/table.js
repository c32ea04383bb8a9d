// SPDX-License-Identifier: MIT
// Sorts and filters the tables of figures and keeps the view in the address, so that it
// can be linked to. Loaded with `defer`; every page is complete without it.
'use strict';

(() => {
	const UNKNOWN = '–';
	const LONG = 500; // rows
	// What describes a candidate as a whole is no list to be searched.
	const UNFILTERED = ':is(#environment, #kat, #sizes) table';
	const ADDRESS_DELAY = 350; // ms; Safari throws at the 101st replaceState in 30 s

	function element(tag, properties, ...children) {
		const made = Object.assign(document.createElement(tag), properties);
		made.append(...children);
		return made;
	}

	// NFKC: the two characters in use for micro become one, spaces of all kinds plain.
	function fold(text) {
		return text.normalize('NFKC').toLowerCase();
	}

	// Natural order by plain comparison of strings: every run of digits is led by a
	// digit (no other character sorts among them) and by its length.
	function naturalKey(text) {
		return text.replace(/0*(\d+)/g, (run, digits) =>
			'0' + String.fromCharCode(digits.length) + digits);
	}

	function sortKeys(rows, column) {
		const cells = rows.map((row) => row.cells[column]);
		const numbers = cells.map((cell) => parseFloat(cell?.dataset.value));
		const numeric = numbers.some((number) => !Number.isNaN(number));

		return rows.map((row, i) => {
			if (numeric)
				return {row, known: !Number.isNaN(numbers[i]), key: numbers[i]};
			const text = cells[i]?.textContent.trim() ?? UNKNOWN;
			return {row, known: text !== UNKNOWN, key: naturalKey(text)};
		});
	}

	// What is unknown stays last in both directions.
	function ordered(keys, descending) {
		const less = descending ? 1 : -1;

		return [...keys].sort((a, b) => {
			if (a.known !== b.known)
				return a.known ? -1 : 1;
			if (!a.known || a.key === b.key)
				return 0;
			return a.key < b.key ? less : -less;
		}).map((key) => key.row);
	}

	// A table is laid out as a whole, at 0.1 ms a row and more. A long one gets the sizes
	// that the browser found once; style.css then leaves out the rows that are not in view.
	function fixSizes(table) {
		const em = parseFloat(getComputedStyle(table).fontSize);
		const inEm = (node, side) => node.getBoundingClientRect()[side] / em + 'em';
		const widths = [...table.tHead.rows[0].cells].map((cell) => inEm(cell, 'width'));

		table.style.setProperty('--row', inEm(table.tBodies[0].rows[0], 'height'));
		table.style.setProperty('--columns', widths.join(' '));
		table.style.width = inEm(table, 'width');
		table.classList.add('long');
	}

	// One table; `changed` is called after a click has changed its order.
	function makeSorter(table, changed) {
		const heads = [...table.tHead.rows[0].cells];
		const body = table.tBodies[0];
		const rows = [...body.rows];
		const keys = new Map();
		let column = -1;
		let descending = false;

		function sort(byColumn, byDescending) {
			if (byColumn >= 0 && !keys.has(byColumn))
				keys.set(byColumn, sortKeys(rows, byColumn));
			heads[column]?.removeAttribute('aria-sort');
			column = byColumn;
			descending = byDescending;
			heads[column]?.setAttribute('aria-sort', descending ? 'descending' : 'ascending');
			body.append(...column < 0 ? rows : ordered(keys.get(column), descending));
		}

		function click(at) {
			if (at !== column)
				sort(at, false);
			else if (!descending)
				sort(at, true);
			else
				sort(-1, false);
			changed();
		}

		heads.forEach((head, at) => {
			const button = element('button', {type: 'button', className: 'sort'},
				...head.childNodes);
			button.addEventListener('click', () => click(at));
			head.append(button);
		});
		if (rows.length > LONG)
			fixSizes(table);

		return {
			id: table.id,
			table,
			rows,
			// As in the address: `<column>` or `<column>:desc`.
			state: () => column < 0 ? '' : column + (descending ? ':desc' : ''),
			restore(state) {
				const [, at, desc] = /^(\d+)(:desc)?$/.exec(state) ?? [];
				if (Number(at) < heads.length)
					sort(Number(at), desc !== undefined);
			},
		};
	}

	// Choices between the values that the rows have in data-<name>; none if they have none.
	function makeSelect(label, name, rows) {
		const values = new Set(rows.map((row) => row.dataset[name]));

		values.delete(undefined);
		const options = [...values].map((value) => new Option(value, value));
		return values.size === 0 ? [] : [element('label', {}, label + ' ',
			element('select', {name}, new Option('all', ''), ...options))];
	}

	// The controls in `place` for all `rows`; `changed` is called when a reader uses them.
	function makeFilter(place, rows, changed) {
		const words = element('input', {type: 'search', name: 'q'});
		const reset = element('button', {type: 'button'}, 'Reset');
		const status = element('output', {role: 'status'});
		const form = element('form', {role: 'search', autocomplete: 'off'},
			element('label', {}, 'Filter rows ', words),
			...makeSelect('Category', 'category', rows),
			...makeSelect('KAT result', 'kat', rows), reset, status);
		// Only pages that list by category: a candidate's keeps its numbered sections,
		// empty or not.
		const sections = new Set(rows.filter((row) => row.dataset.category)
			.map((row) => row.closest('section')));
		let texts = null;

		function collect() {
			texts ??= rows.map((row) =>
				fold([...row.cells].map((cell) => cell.textContent).join(' ')));
			return texts;
		}

		function showCount(shown) {
			status.value = shown ? `${shown} of ${rows.length} rows`
				: `none of ${rows.length} rows matches`;
		}

		function apply() {
			const wanted = fold(words.value).split(/\s+/);
			const chosen = [...form.querySelectorAll('select')].filter(({value}) => value);
			let shown = 0;

			collect().forEach((text, i) => {
				const row = rows[i];
				const match = wanted.every((word) => text.includes(word)) &&
					chosen.every(({name, value}) => row.dataset[name] === value);
				if (row.hidden === match)
					row.hidden = !match;
				shown += match;
			});
			for (const section of sections)
				section.hidden = !section.querySelector('tbody > tr:not([hidden])');
			showCount(shown);
		}

		function use() {
			apply();
			changed();
		}

		function clear() {
			form.reset();
			use();
		}

		showCount(rows.length);
		place.append(form);
		form.addEventListener('input', use);
		form.addEventListener('submit', (event) => event.preventDefault());
		form.addEventListener('focusin', collect, {once: true});
		reset.addEventListener('click', clear);
		window.requestIdleCallback?.(collect);

		return {
			clear,
			state: () => [...new FormData(form)],
			restore(given) {
				for (const control of form.querySelectorAll('input, select')) {
					control.value = given.get(control.name) ?? '';
					if (control.selectedIndex === -1) // no such value here
						control.value = '';
				}
				apply();
			},
		};
	}

	function writeAddress(sorters, filter) {
		const address = new URL(location.href);
		const query = address.searchParams;

		for (const name of ['q', 'category', 'kat', 'sort'])
			query.delete(name);
		for (const [name, value] of filter?.state() ?? [])
			if (value.trim())
				query.set(name, value.trim());
		for (const sorter of sorters)
			if (sorter.id && sorter.state())
				query.append('sort', `${sorter.id}:${sorter.state()}`);
		address.search = String(query).replaceAll('%3A', ':');
		if (address.href !== location.href)
			history.replaceState(history.state, '', address);
	}

	function readAddress(sorters, filter) {
		const given = new URL(location.href).searchParams;

		for (const sort of given.getAll('sort')) {
			const [, id, state] = /^([^:]+):(.*)$/.exec(sort) ?? [];
			sorters.find((sorter) => sorter.id && sorter.id === id)?.restore(state);
		}
		if (['q', 'category', 'kat'].some((name) => given.has(name)))
			filter?.restore(given);
	}

	// A link to a row shows that row, whatever the filter says. (No id of a row needs
	// decoding.)
	function revealTarget(filter) {
		const target = document.getElementById(location.hash.slice(1));

		if (filter && target?.closest('[hidden]')) {
			filter.clear();
			target.scrollIntoView();
		}
	}

	let timer;
	let filter = null;
	const write = () => writeAddress(sorters, filter);
	const changed = () => {
		clearTimeout(timer);
		timer = setTimeout(write, ADDRESS_DELAY);
	};
	const sorters = [...document.querySelectorAll('table.figures')]
		.map((table) => makeSorter(table, changed));
	const rows = sorters.filter(({table}) => !table.matches(UNFILTERED))
		.flatMap((sorter) => sorter.rows);
	const place = document.getElementById('filter');

	if (place && rows.length > 0)
		filter = makeFilter(place, rows, changed);
	readAddress(sorters, filter);
	revealTarget(filter);
	// Going back within the page brings an older query with it.
	window.addEventListener('hashchange', () => {
		revealTarget(filter);
		write();
	});
})();
