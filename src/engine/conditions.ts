import { matchesRegex } from './regex.js';
import { charge, chargeSearch } from './work.js';

export const operators = [
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'contains',
  'notContains',
  'startsWith',
  'endsWith',
  'matches',
  'in',
  'notIn',
  'exists',
  'notExists',
  'isEmpty',
  'isNotEmpty',
  'isTrue',
  'isFalse',
] as const;
export type Operator = (typeof operators)[number];

export interface Condition {
  left?: unknown;
  operator: Operator;
  right?: unknown;
}

/**
 * Evaluates one condition. Numbers, also as text, compare as numbers, ISO times as times, anything else as text (null as
 * '', objects as JSON). Charges the work in progress.
 *
 * @throws RegexError where the pattern of `matches` is malformed or too large; WorkLimitError
 */
export function evaluateCondition({ left, operator, right }: Condition): boolean {
  return decide[operator](left, right);
}

/** Evaluates several conditions: `all` must hold, or `any`. An empty list holds for `all` and not for `any`. */
export function evaluateConditions(conditions: readonly Condition[], combine: 'all' | 'any' = 'all'): boolean {
  return combine === 'any' ? conditions.some(evaluateCondition) : conditions.every(evaluateCondition);
}

const decide: Record<Operator, (left: unknown, right: unknown) => boolean> = {
  eq: (left, right) => compare(left, right) === 0,
  ne: (left, right) => compare(left, right) !== 0,
  gt: (left, right) => isOrdered(left, right) && compare(left, right) > 0,
  gte: (left, right) => isOrdered(left, right) && compare(left, right) >= 0,
  lt: (left, right) => isOrdered(left, right) && compare(left, right) < 0,
  lte: (left, right) => isOrdered(left, right) && compare(left, right) <= 0,
  contains,
  notContains: (left, right) => !contains(left, right),
  startsWith: (left, right) => textOf(left).startsWith(textOf(right)),
  endsWith: (left, right) => textOf(left).endsWith(textOf(right)),
  matches: (left, right) => matchesRegex(textOf(left), textOf(right)),
  in: isIn,
  notIn: (left, right) => !isIn(left, right),
  exists: (left) => left != null,
  notExists: (left) => left == null,
  isEmpty,
  isNotEmpty: (left) => !isEmpty(left),
  isTrue: (left) => left === true || left === 1 || /^(true|1)$/i.test(wordOf(left)),
  isFalse: (left) => left === false || left === 0 || /^(false|0)$/i.test(wordOf(left)),
};

// A missing value has no order: an amount that is missing is not less than 100.
function isOrdered(left: unknown, right: unknown): boolean {
  return left != null && left !== '' && right != null && right !== '';
}

function contains(left: unknown, right: unknown): boolean {
  if (Array.isArray(left)) return left.some((item) => compare(item, right) === 0);
  if (isRecord(left)) return Object.hasOwn(left, textOf(right));
  const [text, part] = [textOf(left), textOf(right)];
  chargeSearch(text, part);
  return text.includes(part);
}

/** The right side is a list, or text with comma-separated entries. */
function isIn(left: unknown, right: unknown): boolean {
  const list = Array.isArray(right) ? right : entriesOf(textOf(right));
  return list.some((item) => compare(left, item) === 0);
}

function entriesOf(text: string): string[] {
  charge(text.length / 20);
  return text.split(',').map(trim);
}

function isEmpty(value: unknown): boolean {
  if (value == null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  if (!isRecord(value)) return false;
  const size = Object.keys(value).length;
  charge(size);
  return size === 0;
}

/** Negative, 0 or positive, as for `sort`. */
function compare(left: unknown, right: unknown): number {
  charge(2.5);
  const numbers = both(left, right, numberOf) ?? both(left, right, timeOf);
  if (numbers) return numbers[0] - numbers[1];
  const [a, b] = [textOf(left), textOf(right)];
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function both(
  left: unknown,
  right: unknown,
  read: (value: unknown) => number | undefined,
): [number, number] | undefined {
  const a = read(left);
  const b = a === undefined ? undefined : read(right);
  return a === undefined || b === undefined ? undefined : [a, b];
}

// No leading zeros and no more digits than a double holds: postcodes and long IDs are text.
const plainNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d{1,2})?$/;

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'string' || value.length > 40) return undefined;
  const text = value.trim();
  return plainNumber.test(text) && text.replace(/[eE].*$|\D/g, '').length <= 15 ? Number(text) : undefined;
}

const isoTime = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

function timeOf(value: unknown): number | undefined {
  if (value instanceof Date) return value.getTime();
  if (typeof value !== 'string') return undefined;
  const match = isoTime.exec(value.trim());
  if (!match) return undefined;
  // A time without a zone is UTC, not in the server's zone.
  const time = Date.parse(match[1] !== undefined && match[4] === undefined ? `${match[0]}Z` : match[0]);
  return Number.isNaN(time) ? undefined : time;
}

function textOf(value: unknown): string {
  const text = writtenText(value);
  charge(text.length / (typeof value === 'object' ? 10 : 1_000));
  return text;
}

function writtenText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value == null) return '';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function wordOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

function trim(text: string): string {
  return text.trim();
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
