import { type Declaration, declare, oneOf, type Price, shown, wholeNumber } from './declare.js';

type List = readonly unknown[];
type Scalar = string | number | boolean;

/** Shallow: reads or copies each entry. */
const copies: Price = { entry: (count) => count * 0.1 };
/** Reads one value of each entry. */
const reads: Price = { entry: (count) => count };
const sorts: Price = { entry: (count) => count * (0.5 + Math.log2(count + 1) * 0.15) };
/** Compares entries by all that is in them. */
const compares: Price = { value: 2.5, character: 0.03 };

const matches: Price = { value: 1.2, character: 0.02 };

const directions = ['asc', 'desc'] as const;
const mostEntries = 10_000;

/** The value at a path of fields such as `customer.name`; undefined where it leads nowhere. */
export function valueAt(item: unknown, key: string): unknown {
  return key.split('.').reduce<unknown>((value, name) => {
    const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
    return isThere ? (value as Record<string, unknown>)[name] : undefined;
  }, item);
}

/** What entries are compared by: equal for values with the same JSON, whatever the order of their keys. */
export function identityOf(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** Entries in the order of what `keyOf` returns, those without it last. @throws Error for keys of several types */
export function ordered(list: List, keyOf: (item: unknown) => unknown, direction: string, what: string): unknown[] {
  const sign = oneOf(direction, directions, `the direction of ${what}`) === 'asc' ? 1 : -1;
  const keyed = list.map((item) => ({ item, key: keyOf(item) ?? null }));
  const present = keyed.filter((entry): entry is { item: unknown; key: Scalar } => entry.key !== null);
  const types = new Set(present.map(({ key }) => typeof key));
  if (types.size > 1 || types.has('object'))
    throw new Error(`${what} compares only numbers with numbers, text with text, and true with false.`);
  present.sort((a, b) => (a.key === b.key ? 0 : a.key < b.key ? -sign : sign));
  return [...present, ...keyed.filter(({ key }) => key === null)].map(({ item }) => item);
}

/** Numbers of a list, or of a field of its entries. @throws Error for what is no number */
export function numbersOf(list: List, key: unknown, what: string): number[] {
  return list.map((item) => {
    const value = typeof key === 'string' ? valueAt(item, key) : item;
    if (typeof value === 'number') return value;
    const of = typeof key === 'string' ? `the field ${key} of the entries` : 'the entries of the list';
    throw new Error(`${of} must be numbers for ${what}, not ${shown(value ?? null)}. Use default() or double() first.`);
  });
}

/** The entries by the text of a field. */
export function groupsOf(list: List, key: string): Map<string, unknown[]> {
  const groups = new Map<string, unknown[]>();
  for (const item of list) {
    const name = textOfKey(valueAt(item, key));
    const group = groups.get(name);
    if (group) group.push(item);
    else groups.set(name, [item]);
  }
  return groups;
}

function textOfKey(value: unknown): string {
  return typeof value === 'string' ? value : identityOf(value);
}

function distinct(list: List, key?: string): unknown[] {
  const seen = new Set<string>();
  return list.filter((item) => {
    const identity = identityOf(key === undefined ? item : valueAt(item, key));
    return !seen.has(identity) && seen.add(identity);
  });
}

/** A list in parts of so many entries. */
export function chunksOf(list: List, size: number): unknown[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size));
}

function joinBy(list: List, other: List, key: string): unknown[] {
  const found = new Map(other.toReversed().map((item) => [identityOf(valueAt(item, key)), item]));
  return list.map((item) => {
    const match = valueAt(item, key) === undefined ? undefined : found.get(identityOf(valueAt(item, key)));
    if (typeof item !== 'object' || item === null)
      throw new Error('the entries of the lists must be objects for joinBy.');
    return match === undefined ? item : { ...(match as object), ...item };
  });
}

function extreme(list: List, key: unknown, what: 'min' | 'max'): number | null {
  const numbers = numbersOf(list, key, what);
  return numbers.length === 0 ? null : numbers.reduce((a, b) => Math[what](a, b));
}

function sum(list: List, key: unknown, what: string): number {
  return numbersOf(list, key, what).reduce((a, b) => a + b, 0);
}

const people = '[{"n": "Bo", "age": 40}, {"n": "Al", "age": 30}]';

/** Functions of lists and objects. */
export const listFunctions: readonly Declaration[] = [
  declare(
    [
      'sort(list: list, direction?: text): list',
      'Sorts numbers, texts or booleans: `"asc"` (the default) or `"desc"`, null last.',
      '[3, 1, 2].sort()',
      '[1,2,3]',
    ],
    (list, direction = 'asc') => ordered(list as List, (item) => item, direction as string, 'sort'),
    sorts,
  ),
  declare(
    [
      'sortBy(list: list, key: text, direction?: text): list',
      'Sorts objects by a field, for example `"customer.name"`.',
      `${people}.sortBy("age")`,
      '[{"n":"Al","age":30},{"n":"Bo","age":40}]',
    ],
    (list, key, direction = 'asc') =>
      ordered(list as List, (item) => valueAt(item, key as string), direction as string, 'sortBy'),
    sorts,
  ),
  declare(
    [
      'distinct(list: list, key?: text): list',
      'Keeps the first of equal entries, or of entries with an equal field.',
      '[1, 2, 1].distinct()',
      '[1,2]',
    ],
    (list, key) => distinct(list as List, key as string | undefined),
    compares,
  ),
  declare(
    [
      'groupBy(list: list, key: text): object',
      'Groups objects by a field: an object with a list for each value.',
      '[{"c": "x"}, {"c": "y"}].groupBy("c")',
      '{"x":[{"c":"x"}],"y":[{"c":"y"}]}',
    ],
    (list, key) => Object.fromEntries(groupsOf(list as List, key as string)),
    compares,
  ),
  declare(
    [
      'chunk(list: list, size: number): list',
      'Divides a list into lists of so many entries.',
      '[1, 2, 3].chunk(2)',
      '[[1,2],[3]]',
    ],
    (list, size) => chunksOf(list as List, wholeNumber(size, [1, mostEntries], 'the size of chunk')),
    copies,
  ),
  declare(
    [
      'flatten(list: list, depth?: number): list',
      'Puts the entries of inner lists into one list, 1 level deep unless `depth` says otherwise.',
      '[[1], [2, [3]]].flatten()',
      '[1,2,[3]]',
    ],
    (list, depth = 1) => (list as unknown[]).flat(wholeNumber(depth, [1, 20], 'the depth of flatten')),
    { value: 0.3 },
  ),
  declare(
    [
      'sum(list: list, key?: text): number',
      'Adds numbers, or a field of objects.',
      '[{"a": 1}, {"a": 2.5}].sum("a")',
      '3.5',
    ],
    (list, key) => sum(list as List, key, 'sum'),
    reads,
  ),
  declare(
    [
      'avg(list: list, key?: text): number or null',
      'Returns the mean of numbers, or of a field; null of an empty list.',
      '[1, 2].avg()',
      '1.5',
    ],
    (list, key) => ((list as List).length === 0 ? null : sum(list as List, key, 'avg') / (list as List).length),
    reads,
  ),
  declare(
    [
      'min(list: list, key?: text): number or null',
      'Returns the least number, or value of a field; null of an empty list.',
      '[3, 1].min()',
      '1',
    ],
    (list, key) => extreme(list as List, key, 'min'),
    reads,
  ),
  declare(
    [
      'max(list: list, key?: text): number or null',
      'Returns the greatest number, or value of a field; null of an empty list.',
      '[3, 1].max()',
      '3',
    ],
    (list, key) => extreme(list as List, key, 'max'),
    reads,
  ),
  declare(
    [
      'zip(list: list, other: list): list',
      'Pairs the entries of two lists, as many as the shorter one has.',
      '["a", "b"].zip([1, 2])',
      '[["a",1],["b",2]]',
    ],
    (list, other) => (list as List).slice(0, (other as List).length).map((item, at) => [item, (other as List)[at]]),
    copies,
  ),
  declare(
    ['first(list: list): any', 'Returns the first entry; null of an empty list.', '["a", "b"].first()', '"a"'],
    (list) => (list as List)[0] ?? null,
  ),
  declare(
    ['last(list: list): any', 'Returns the last entry; null of an empty list.', '["a", "b"].last()', '"b"'],
    (list) => (list as List).at(-1) ?? null,
  ),
  declare(
    [
      'slice(value: list or text, start: number, end?: number): any',
      'Returns the part from `start` up to before `end`; negative positions count from the end.',
      '[1, 2, 3].slice(-2)',
      '[2,3]',
    ],
    (value, start, end) => (value as List | string).slice(start as number, end as number | undefined),
    copies,
  ),
  declare(
    ['reverse(list: list): list', 'Reverses a list.', '[1, 2].reverse()', '[2,1]'],
    (list) => (list as List).toReversed(),
    copies,
  ),
  declare(
    [
      'joinBy(list: list, other: list, key: text): list',
      'Adds to each object the fields of the first object of another list with an equal field; its own fields win.',
      '[{"id": 1}].joinBy([{"id": 1, "n": "Al"}], "id")',
      '[{"id":1,"n":"Al"}]',
    ],
    (list, other, key) => joinBy(list as List, other as List, key as string),
    matches,
  ),
  declare(
    [
      'keys(object: object): list',
      'Returns the names of the fields of an object.',
      '{"a": 1, "b": 2}.keys()',
      '["a","b"]',
    ],
    (object) => Object.keys(object as object),
    { value: 0.7 },
  ),
  declare(
    [
      'values(object: object): list',
      'Returns the values of the fields of an object.',
      '{"a": 1, "b": 2}.values()',
      '[1,2]',
    ],
    (object) => Object.values(object as object),
    { value: 0.7 },
  ),
];
