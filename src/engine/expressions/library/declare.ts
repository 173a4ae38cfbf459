/** What a parameter of a function accepts, as its signature names it. */
export const kinds = ['any', 'list', 'text', 'number', 'object', 'time', 'flag'] as const;
export type Kind = (typeof kinds)[number];

export interface Parameter {
  name: string;
  kinds: readonly Kind[];
  optional: boolean;
}

/** What a call is charged before it is made, in units of work. See `../prices.ts`. */
export interface Price {
  /** A call, besides its arguments. */
  call?: number;
  /** A character of a text that is an argument. */
  character?: number;
  /** An entry of a list that is an argument, by how many there are. */
  entry?: (count: number) => number;
  /** A value at any depth of the arguments. */
  value?: number;
}

/** What a function is given: the JSON of its arguments, timestamps as `Date`. */
export type Argument = unknown;

/** A function that the language does not have by itself. */
export interface Implementation {
  price: Price;
  call(...args: Argument[]): unknown;
}

/** One function of expressions: what the cheat sheet, the completion of the editor and messages say of it. */
export interface Declaration {
  name: string;
  /** `sortBy(list: list, key: text, direction?: text): list` */
  signature: string;
  does: string;
  example: string;
  /** The JSON of what the example gives; null where it differs each time. */
  gives: string | null;
  parameters: readonly Parameter[];
  /** Null for what the language or another table implements. */
  implementation: Implementation | null;
}

type Entry = readonly [signature: string, does: string, example: string, gives: string | null];

/** Declares a function. @throws Error for a signature that cannot be read */
export function declare(
  [signature, does, example, gives]: Entry,
  call: Implementation['call'] | null = null,
  price: Price = {},
): Declaration {
  const [, name, list] = /^([\w.]+)\((.*)\): [\w ]+$/.exec(signature) ?? [];
  if (name === undefined || list === undefined) throw new Error(`The signature ${signature} cannot be read.`);
  const parameters = list === '' ? [] : list.split(', ').map(parameterOf);
  return { name, signature, does, example, gives, parameters, implementation: call && { call, price } };
}

function parameterOf(text: string): Parameter {
  const [, name = '', optional, accepted = ''] = /^(\w+)(\??): (.+)$/.exec(text) ?? [];
  const named = accepted.split(' or ').map((word) => kinds.find((kind) => kind === word));
  if (named.includes(undefined)) throw new Error(`The parameter ${text} cannot be read.`);
  return { name, kinds: named.filter((kind) => kind !== undefined), optional: optional === '?' };
}

/** The value of an argument that must be one of these. @throws Error that names what is accepted */
export function oneOf<T extends string>(value: unknown, accepted: readonly T[], what: string): T {
  const found = accepted.find((name) => name === value);
  if (found === undefined) throw new Error(`${what} must be one of ${accepted.join(', ')}, not "${shown(value)}".`);
  return found;
}

/** The value of an argument that must be a whole number in a range. @throws Error that names the range */
export function wholeNumber(value: unknown, [least, most]: readonly [number, number], what: string): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
  throw new Error(`${what} must be a whole number from ${least} to ${most}, not ${shown(value)}.`);
}

/** The beginning of a value, for a message. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
