import {
  type CelFunc,
  CelScalar,
  type CelType,
  type CelValue,
  celFunc,
  celMethod,
  listType,
  mapType,
  objectType,
} from '@bufbuild/cel';
import { TimestampSchema } from '@bufbuild/protobuf/wkt';
import { charge } from '../../work.js';
import { toArgument, toBinding } from '../convert.js';
import type { Declaration, Implementation, Kind, Price } from './declare.js';
import { formatFunctions } from './formats.js';
import { languageFunctions } from './language.js';
import { listFunctions } from './lists.js';
import { textFunctions } from './texts.js';
import { timeFunctions } from './times.js';

/** All functions of expressions, as the cheat sheet groups them. */
export const functionGroups: readonly { title: string; functions: readonly Declaration[] }[] = [
  { title: 'Lists and objects', functions: listFunctions },
  { title: 'Texts', functions: textFunctions },
  { title: 'Times', functions: timeFunctions },
  { title: 'JSON, encodings, addresses, HTML and numbers', functions: formatFunctions },
  { title: 'Functions of CEL', functions: languageFunctions },
];

const { BOOL, DOUBLE, DYN, INT, STRING } = CelScalar;

const typesOf: Readonly<Record<Kind, readonly CelType[]>> = {
  any: [DYN],
  list: [listType(DYN)],
  text: [STRING],
  number: [INT, DOUBLE],
  object: [mapType(DYN, DYN)],
  time: [objectType(TimestampSchema), STRING],
  flag: [BOOL],
};

const results: Readonly<Record<string, CelType>> = {
  list: listType(DYN),
  text: STRING,
  object: mapType(DYN, DYN),
  time: objectType(TimestampSchema),
};

const declared = [...listFunctions, ...textFunctions, ...timeFunctions, ...formatFunctions];

/** The functions that are implemented here, by name. */
export const implemented: ReadonlyMap<string, Declaration> = new Map(declared.map((entry) => [entry.name, entry]));

/** These functions as functions of the language: each as a method of its first argument, too. */
export const libraryFunctions: readonly CelFunc[] = declared.flatMap((declaration) => overloadsOf(declaration));

function overloadsOf({ name, parameters, implementation, signature }: Declaration): CelFunc[] {
  if (!implementation) return [];
  const required = parameters.filter(({ optional }) => !optional).length;
  const counts = Array.from({ length: parameters.length - required + 1 }, (_, more) => required + more);
  const types = parameters.map(({ kinds }) => [...new Set(kinds.flatMap((kind) => typesOf[kind]))]);
  // A function that returns null where there is nothing declares no type.
  const result = signature.includes('or null') ? DYN : (results[/: (\w+)$/.exec(signature)?.[1] ?? ''] ?? DYN);
  return counts
    .flatMap((count) => combinations(types.slice(0, count)))
    .flatMap((accepted) => [
      celFunc(name, accepted, result, (...args: CelValue[]) => run(implementation, args)),
      ...methodOf(name, accepted, result, implementation),
    ]);
}

function methodOf(name: string, [target, ...rest]: CelType[], result: CelType, of: Implementation): CelFunc[] {
  if (!target) return [];
  return [
    celMethod(name, target, rest, result, function (...args: CelValue[]) {
      return run(of, [this, ...args]);
    }),
  ];
}

function combinations([first, ...rest]: readonly CelType[][]): CelType[][] {
  if (!first) return [[]];
  return first.flatMap((type) => combinations(rest).map((others) => [type, ...others]));
}

function run({ price, call }: Implementation, values: readonly CelValue[]) {
  const args = values.map(toArgument);
  charge(price.call ?? 0);
  for (const arg of args) chargeArgument(arg, price);
  return toBinding(call(...args) ?? null);
}

function chargeArgument(arg: unknown, price: Price): void {
  if (price.value !== undefined) {
    chargeDeep(arg, price.value, price.character ?? 0);
    return;
  }
  if (typeof arg === 'string') charge(arg.length * (price.character ?? 0));
  if (Array.isArray(arg)) charge(price.entry?.(arg.length) ?? 0);
}

function chargeDeep(value: unknown, each: number, character: number): void {
  const open = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    charge(each + (typeof next === 'string' ? next.length * character : 0));
    if (typeof next === 'object' && next !== null) for (const item of Object.values(next)) open.push(item);
  }
}
