import { type CelFunc, CelScalar, celEnv, celFunc, celList, celMethod, listType, mapType } from '@bufbuild/cel';
import { strings } from '@bufbuild/cel/ext';
import { didYouMean } from '../did-you-mean.js';
import { matchesRegex } from '../regex.js';
import { charge } from '../work.js';
import { boundedText } from './bounded-text.js';
import { refusingNull, withCost } from './cost.js';
import { equivalents, macros } from './library/equivalents.js';
import { libraryFunctions } from './library/index.js';
import { rewrittenCalls } from './null-values.js';
import { prices } from './prices.js';
import { type WholeFunction, wholeFunctions } from './secret-functions.js';

const { BOOL, DOUBLE, DYN, INT, NULL, STRING } = CelScalar;
const list = listType(DYN);
const map = mapType(DYN, DYN);

/** Functions that rewritten comprehensions call. Their names cannot be written in an expression. */
export const internal = { range: '@range', append: '@append' } as const;

/** JSON has one type of number, CEL has two: an int and a double are computed as doubles. */
const mixedArithmetic: CelFunc[] = (
  [
    ['_+_', (a, b) => a + b],
    ['_-_', (a, b) => a - b],
    ['_*_', (a, b) => a * b],
    ['_/_', (a, b) => a / b],
    ['_%_', (a, b) => a % b],
  ] as [string, (a: number, b: number) => number][]
).flatMap(([name, compute]) => [
  celFunc(name, [INT, DOUBLE], DOUBLE, (a, b) => compute(Number(a), b)),
  celFunc(name, [DOUBLE, INT], DOUBLE, (a, b) => compute(a, Number(b))),
  celFunc(name, [DOUBLE, DOUBLE], DOUBLE, compute),
]);

/**
 * Division of ints, which keeps the fraction unlike standard CEL: whether a number is an int depends on the data (10 and
 * 10.5 come from the same field).
 */
const division = celFunc('_/_', [INT, INT], DYN, (a, b) => {
  if (b === 0n) throw new Error('divide by zero');
  return a % b === 0n ? a / b : Number(a) / Number(b);
});

const bounded: CelFunc[] = [
  celFunc('_+_', [STRING, STRING], STRING, (a, b) => {
    boundedText(a.length + b.length);
    return a + b;
  }),
  celFunc('_+_', [list, list], list, (a, b) => {
    charge((a.size + b.size) * prices.item);
    return celList([...a, ...b]);
  }),
  celFunc('@in', [STRING, map], BOOL, (key, of) => of.get(key) !== undefined),
  celFunc('@in', [DYN, NULL], BOOL, () => false),
  celFunc('@in', [NULL, map], BOOL, () => false),
  celMethod('matches', STRING, [STRING], BOOL, function (pattern) {
    return matchesRegex(this, pattern);
  }),
  celMethod('lowerAscii', STRING, [], STRING, function () {
    return changeCase(this, 'A', 32);
  }),
  celMethod('upperAscii', STRING, [], STRING, function () {
    return changeCase(this, 'a', -32);
  }),
  celMethod('replace', STRING, [STRING, STRING], STRING, function (from, to) {
    return replace(this, from, to, Number.POSITIVE_INFINITY);
  }),
  celMethod('replace', STRING, [STRING, STRING, INT], STRING, function (from, to, most) {
    return replace(this, from, to, most < 0n ? Number.POSITIVE_INFINITY : Number(most));
  }),
  celMethod('join', list, [], STRING, function () {
    return join([...this], '');
  }),
  celMethod('join', list, [STRING], STRING, function (separator) {
    return join([...this], separator);
  }),
];

/** Up to so many values of `coalesce`. */
const coalescedAtMost = 8;

/** Calls of these are rewritten, so that a fallback is evaluated only where it is needed: these say which calls exist. */
const fallbacks: CelFunc[] = [
  // Around a whole expression it says that the value is HTML: see `Expression.raw`.
  celFunc('raw', [DYN], DYN, (value) => value),
  celMethod('raw', DYN, [], DYN, function () {
    return this;
  }),
  celFunc('default', [DYN, DYN], DYN, (value, fallback) => value ?? fallback),
  celMethod('default', DYN, [DYN], DYN, function (fallback) {
    return this ?? fallback;
  }),
  ...Array.from({ length: coalescedAtMost - 1 }, (_, more) => Array.from({ length: more + 1 }, () => DYN)).flatMap(
    (others) => [
      celFunc('coalesce', [DYN, ...others], DYN, (...values) => values.find((value) => value !== null) ?? null),
      celMethod('coalesce', DYN, others, DYN, function (...values) {
        return [this, ...values].find((value) => value !== null) ?? null;
      }),
    ],
  ),
];

const growing = new WeakMap<object, unknown[]>();

/** Charges for a whole comprehension before it starts: its length times the weight of one round. */
function payForRounds<T extends { size: number }>(range: T, weight: bigint): T {
  charge(2 * prices.call + range.size * (prices.round + Number(weight) * prices.part));
  return range;
}

const comprehension: CelFunc[] = [
  ...[list, map].map((range) => celFunc(internal.range, [range, INT], range, payForRounds)),
  // The library joins lists by nesting them, which is quadratic. The list that grows here is not visible elsewhere.
  celFunc(internal.append, [list, DYN], list, (accumulated, item) => {
    charge(prices.appended);
    const items = growing.get(accumulated);
    if (items) {
      items.push(item);
      return accumulated;
    }
    const first = [item];
    const started = celList(first);
    growing.set(started, first);
    return started;
  }),
];

/** A function of texts, also as a method of the first of them. */
function ofTexts(name: string, { arity: [fewest, most], call, longest }: WholeFunction): CelFunc[] {
  const counts = Array.from({ length: most - fewest + 1 }, (_, more) => fewest + more);
  const run = (texts: string[]) => {
    boundedText(longest(...texts.map(({ length }) => length)));
    return call(...texts);
  };
  return counts.flatMap((count) => [
    celFunc(name, Array(count).fill(STRING), STRING, (...texts: string[]) => run(texts)),
    celMethod(name, STRING, Array(count - 1).fill(STRING), STRING, function (...texts: string[]) {
      return run([this, ...texts]);
    }),
  ]);
}

const whole = Object.entries(wholeFunctions).flatMap(([name, of]) => ofTexts(name, of));

/** Moves the 26 letters from `first` on by so many places. The library's own adds up characters, which takes twenty times as long. */
function changeCase(text: string, first: 'A' | 'a', by: number): string {
  const codes = new Uint16Array(text.length);
  const bytes = Buffer.from(codes.buffer);
  bytes.write(text, 'utf16le');
  const from = first.charCodeAt(0);
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] as number;
    if (code >= from && code < from + 26) codes[at] = code + by;
  }
  return bytes.toString('utf16le');
}

function replace(text: string, from: string, to: string, most: number): string {
  if (from === '') return text;
  const parts = text.split(from);
  charge(parts.length * prices.entry);
  const count = Math.min(parts.length - 1, most);
  boundedText(text.length + count * (to.length - from.length));
  const head = parts.slice(0, count + 1).join(to);
  return count + 1 < parts.length ? [head, ...parts.slice(count + 1)].join(from) : head;
}

function join(items: readonly unknown[], separator: string): string {
  const texts = items.map((item) => {
    if (typeof item !== 'string')
      throw new Error('the entries of a list must be text for join. Convert them with string().');
    return item;
  });
  boundedText(texts.reduce((length, text) => length + text.length + separator.length, 0));
  return texts.join(separator);
}

const free = celEnv({
  funcs: [
    ...strings,
    ...mixedArithmetic,
    division,
    ...bounded,
    ...fallbacks,
    ...comprehension,
    ...whole,
    ...libraryFunctions,
  ],
});

const priced = new Map([...free.funcs].map(({ name }) => [name, free.funcs.find(name)] as const));
for (const [name, overloads] of priced) {
  // Ranges are charged by their rounds, and what is appended by itself.
  if (overloads && name === internal.range) priced.set(name, refusingNull(overloads));
  if (overloads && name !== internal.range && name !== internal.append) priced.set(name, withCost(overloads));
}

/** The functions that can be written in an expression. */
export const functionNames: readonly string[] = [...priced.keys()].filter((name) => /^[a-z]/i.test(name));

/** ` Did you mean "split"?`, for a function that does not exist; empty if none is similar. */
export function similarFunction(name: string): string {
  return didYouMean(Object.hasOwn(equivalents, name) ? (equivalents[name] as string) : name, [
    ...functionNames,
    ...macros,
  ]);
}

/** Calls that only rewritten expressions have. What they cost is charged by what they call. */
const rewritten = new Map(
  [...rewrittenCalls].map(([name, call]) => [
    name,
    Object.create(priced.get('default') as object, {
      call: { value: (id: number, _target: unknown, args: readonly unknown[]) => call(id, args) },
    }) as NonNullable<ReturnType<typeof free.funcs.find>>,
  ]),
);

/** CEL with the strings extension, arithmetic that mixes ints and doubles, and a cost for each call. */
export const environment: typeof free = Object.create(free, {
  funcs: {
    value: Object.create(free.funcs, { find: { value: (name: string) => priced.get(name) ?? rewritten.get(name) } }),
  },
});
