import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const shared = readFileSync('src/dashboard/ui/classes.css', 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
const classes = new Set([...shared.matchAll(/^\.([a-z][\w-]*)/gm)].map(([, name]) => name as string));

/** Classes of the page itself and of packages. */
const others = new Set(['visually-hidden', 'nodrag', 'nopan', 'nowheel']);

const sources = globSync('src/dashboard/**/*.tsx').map((path) => ({ path, text: readFileSync(path, 'utf8') }));

/** The words that stand as they are in the value of `className`. */
function wordsIn(text: string): string[] {
  const values = [...text.matchAll(/className=(?:"([^"]*)"|\{`([^`]*)`\})/g)];
  return values.flatMap(([, plain, template]) =>
    (plain ?? template ?? '').replaceAll(/\S*\$\{.*?\}\S*/g, ' ').split(/\s+/),
  );
}

test('every class that a component names is one of those that screens share', () => {
  const unknown = sources.flatMap(({ path, text }) =>
    wordsIn(text)
      .filter((word) => word && !classes.has(word) && !others.has(word))
      .map((word) => `${path}: ${word}`),
  );
  expect(unknown).toEqual([]);
});

test('every class that screens share is named by a component', () => {
  const all = sources.map(({ text }) => text).join('\n');
  const unused = [...classes].filter(
    (name) => !name.startsWith('tone-') && !new RegExp(`["'\`\\s]${name}["'\`\\s]`).test(all),
  );
  expect(unused).toEqual([]);
});
