import { didYouMean } from '../../engine/did-you-mean.js';
import { type InputSchema, type Operation, resolved } from './operations.js';

/** What is wrong with a part of an input; continues the name of the part: `must be a number`. */
export interface InputViolation {
  path: (string | number)[];
  message: string;
}

interface Place {
  path: readonly (string | number)[];
  /** What the place belongs to, for messages. */
  owner: string;
  /** Whether null is refused whatever the schema says. */
  isFilled: boolean;
}

/** Everything in an input that its operation does not accept. Patterns and rules among records are checked when it runs. */
export function inputViolations({ name, input, query }: Operation, value: Readonly<Record<string, unknown>>) {
  const narrowing = new Set(query);
  return objectViolations(input, value, { path: [], owner: name, isFilled: false }, (field) => narrowing.has(field));
}

function violationsOf(schema: InputSchema, value: unknown, place: Place): InputViolation[] {
  const at = resolved(schema);
  const choices = at.type === undefined ? (at.anyOf ?? at.oneOf) : undefined;
  if (choices) return violationsOfChoice(choices, value, place);
  const types = [at.type ?? []].flat();
  if (value === null || value === undefined) {
    const isAccepted = !place.isFilled && (types.length === 0 || types.includes('null'));
    return isAccepted ? [] : [{ path: [...place.path], message: 'must have a value' }];
  }
  if (at.enum && !at.enum.includes(value)) return [wrong(place, mustBeOneOf(at.enum, value))];
  if (types.length > 0 && !types.some((type) => isOf(type, value))) return [wrong(place, mustBe(types))];
  if (Array.isArray(value)) return listViolations(at, value, place);
  if (typeof value === 'object') return objectViolations(at, value as Record<string, unknown>, place);
  const problem = typeof value === 'string' ? textProblem(at, value) : numberProblem(at, value);
  return problem === null ? [] : [wrong(place, problem)];
}

/** The violations of the choice that fits best: the only one besides null, or the first one of the value's kind. */
function violationsOfChoice(choices: readonly InputSchema[], value: unknown, place: Place): InputViolation[] {
  const offered = choices.filter((one) => !(place.isFilled && resolved(one).type === 'null'));
  const found = offered.map((one) => violationsOf(one, value, place));
  if (found.some((violations) => violations.length === 0)) return [];
  const typed = offered.findIndex((one) => resolved(one).type !== 'null');
  return found[Math.max(0, typed)] ?? [];
}

function listViolations({ items, minItems = 0, maxItems }: InputSchema, value: unknown[], place: Place) {
  const { path } = place;
  if (value.length < minItems) return [wrong(place, `must have at least ${entries(minItems)}`)];
  if (maxItems !== undefined && value.length > maxItems)
    return [wrong(place, `must have at most ${entries(maxItems)}`)];
  return items ? value.flatMap((item, index) => violationsOf(items, item, { ...place, path: [...path, index] })) : [];
}

function objectViolations(
  { properties = {}, required = [], additionalProperties = true }: InputSchema,
  value: Readonly<Record<string, unknown>>,
  place: Place,
  isFilled: (field: string) => boolean = () => place.isFilled,
): InputViolation[] {
  const { path, owner } = place;
  const missing = required
    .filter((name) => value[name] === undefined)
    .map((name) => ({ path: [...path, name], message: 'is required' }));
  const found = Object.entries(value).flatMap(([name, inner]): InputViolation[] => {
    if (inner === undefined) return [];
    const schema = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    const at: Place = { path: [...path, name], owner: name, isFilled: isFilled(name) };
    if (schema === false) return [wrong(at, unknownField(name, owner, Object.keys(properties)))];
    return typeof schema === 'object' ? violationsOf(schema, inner, at) : [];
  });
  return [...missing, ...found];
}

function wrong({ path }: Place, message: string): InputViolation {
  return { path: [...path], message };
}

function unknownField(name: string, owner: string, known: readonly string[]): string {
  const accepted = known.length === 0 ? 'It has none.' : `Its fields are: ${known.join(', ')}.`;
  return `is not a field of ${owner}.${didYouMean(name, known)} ${accepted}`;
}

function mustBeOneOf(values: readonly unknown[], value: unknown): string {
  const named = values.filter((one) => one !== null).map(String);
  return `must be one of: ${named.join(', ')}.${didYouMean(String(value), named)}`;
}

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

function mustBe(types: readonly string[]): string {
  return `must be ${types
    .filter((type) => type !== 'null')
    .map((type) => kinds[type] ?? type)
    .join(' or ')}`;
}

function isOf(type: string, value: unknown): boolean {
  switch (type) {
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && !Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

const entries = (count: number) => `${count} ${count === 1 ? 'entry' : 'entries'}`;
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

function textProblem({ format, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: InputSchema, value: string) {
  if (format === 'uuid' && !uuid.test(value)) return 'must be an ID (UUID)';
  if (value.length < minLength) return `must have at least ${minLength} characters`;
  return value.length > maxLength ? `must have at most ${maxLength} characters` : null;
}

function numberProblem({ minimum, maximum }: InputSchema, value: unknown): string | null {
  if (typeof value !== 'number') return null;
  if (minimum !== undefined && value < minimum) return `must be at least ${minimum}`;
  return maximum !== undefined && value > maximum ? `must be at most ${maximum}` : null;
}
