import { type ErrorDetail, validationFailed } from '../errors/errors.js';
import { must } from '../errors/violation-words.js';
import { brokenRules } from '../graphql/input-rules.js';
import { DateTime, Day, Decimal } from '../graphql/scalars.js';
import { toOneLine } from '../graphql/text-rules.js';
import type { Fields, InputOf, RecordField } from './field.js';
import { type LazyCountry, lazyCountry, readPhones } from './read-phones.js';
import { classesOf, inputFields } from './record-classes.js';
import type { RecordDefinition, RecordScope } from './record-definition.js';

/**
 * Reads values that do not come from GraphQL, but from a step of a flow or a line of a file, as an input of a record, and
 * lists their violations by field. Texts are converted to the type of their field, phone numbers to E.164, and
 * names of several lines to one.
 */
export async function parseInput<F extends Fields>(
  record: RecordDefinition<F>,
  operation: 'create' | 'update',
  raw: Readonly<Record<string, unknown>>,
  country: LazyCountry,
): Promise<{ input: InputOf<F>; violations: ErrorDetail[] }> {
  const known = new Map(inputFields(record, operation));
  const input: Record<string, unknown> = {};
  const violations: ErrorDetail[] = [];
  for (const [name, value] of Object.entries(raw)) {
    const field = known.get(name);
    const found = field ? coerce(field, value) : { violation: must.beKnown };
    if ('violation' in found) violations.push({ field: name, message: `${name} ${found.violation}` });
    else input[name] = found.value;
  }
  for (const [name, { required }] of known) {
    if (operation === 'create' && required && raw[name] === undefined)
      violations.push({ field: name, message: `${name} ${must.beRequired}` });
  }
  const instance = Object.assign(new (classesOf(record)[operation])(), input);
  violations.push(...(await brokenRules(instance, violations)));
  const reported = new Set(violations.map(({ field }) => field));
  const phones = Object.fromEntries(Object.entries(input).filter(([name]) => !reported.has(name)));
  violations.push(...(await readPhones(country, record, phones)));
  return { input: { ...input, ...phones } as InputOf<F>, violations };
}

/** The same, but throws if there are violations. @throws AppError VALIDATION_FAILED */
export async function requireInput<F extends Fields>(
  scope: Pick<RecordScope, 'sql' | 'workspaceId'>,
  record: RecordDefinition<F>,
  operation: 'create' | 'update',
  raw: Readonly<Record<string, unknown>>,
): Promise<InputOf<F>> {
  const { input, violations } = await parseInput(record, operation, raw, lazyCountry(scope));
  if (violations.length > 0) throw validationFailed(violations);
  return input;
}

type Coerced = { value: unknown } | { violation: string };

const booleans: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
  ['yes', true],
  ['no', false],
  ['1', true],
  ['0', false],
]);

function coerce({ sqlType, trimmed, line }: RecordField, value: unknown): Coerced {
  if (value === null || value === undefined) return { value: null };
  // An object may not convert to a text: its toString may be anything.
  const scalar = typeof value === 'object' ? undefined : value;
  switch (sqlType) {
    case 'boolean': {
      const boolean = booleans.get(String(scalar).trim().toLowerCase());
      return boolean === undefined ? { violation: must.beBoolean } : { value: boolean };
    }
    case 'integer':
    case 'double precision': {
      const number = typeof scalar === 'string' && scalar.trim() === '' ? Number.NaN : Number(scalar);
      const isValid = Number.isFinite(number) && (sqlType !== 'integer' || Number.isInteger(number));
      return isValid ? { value: number } : { violation: must.beNumber };
    }
    case 'numeric':
      return parsed(() => Decimal.parseValue(value));
    case 'timestamptz':
      return value instanceof Date ? { value } : parsed(() => DateTime.parseValue(value));
    case 'date':
      return parsed(() => Day.parseValue(value));
    case 'text[]':
    case 'uuid[]':
      return toList(value, line);
    case 'jsonb':
      return typeof value === 'string' ? parsed(() => JSON.parse(value), 'must be valid JSON.') : { value };
    default:
      if (!['string', 'number', 'boolean'].includes(typeof value)) return { violation: must.beText };
      if (line) return { value: toOneLine(String(value)) };
      return { value: trimmed ? String(value).trim() : String(value) };
  }
}

function toList(value: unknown, line = false): Coerced {
  const items =
    typeof value === 'string'
      ? value
          .split(/[;|]/)
          .map((item) => item.trim())
          .filter(Boolean)
      : value;
  const isList = Array.isArray(items) && items.every((item) => typeof item === 'string');
  return isList
    ? { value: [...new Set(line ? items.map(toOneLine) : items)] }
    : { violation: 'must be a list of strings.' };
}

function parsed(parse: () => unknown, violation?: string): Coerced {
  try {
    return { value: parse() };
  } catch (error) {
    return { violation: violation ?? (error as Error).message };
  }
}
