import type { Schema, ValidValues } from './valid-values.js';
import { isNullable } from './valid-values.js';

/** A value with one fault. */
export interface Broken {
  /** Where the fault is: `steps[0].name`; empty for the value itself. */
  field: string;
  /** The keyword that is violated. */
  keyword: string;
  value: unknown;
}

/** Every value with one fault that a schema forbids, made from a valid one. */
export function brokenValues(values: ValidValues, given: Schema, valid: unknown, owner = ''): Broken[] {
  const { schema, owner: name } = values.resolve(given, owner);
  const own: Broken[] = faultsOf(schema, valid).map(([keyword, value]) => ({ field: '', keyword, value }));
  if (!isNullable(given)) own.push({ field: '', keyword: 'null', value: null });
  if (schema.properties && isObject(valid)) own.push(...brokenFields(values, schema, valid, name));
  if (schema.items && Array.isArray(valid) && valid.length > 0) {
    const inner = brokenValues(values, schema.items, valid[0], name);
    own.push(...inner.map((one) => ({ ...one, field: `[0]${dotted(one.field)}`, value: valid.with(0, one.value) })));
  }
  return own;
}

function brokenFields(values: ValidValues, schema: Schema, valid: Record<string, unknown>, owner: string): Broken[] {
  const broken: Broken[] = [];
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const value = valid[name] ?? values.value(field, () => undefined, name, owner);
    const inner = brokenValues(values, field, value, owner);
    broken.push(
      ...inner.map((one) => ({ ...one, field: name + dotted(one.field), value: { ...valid, [name]: one.value } })),
    );
    if (schema.required?.includes(name)) {
      const { [name]: _missing, ...others } = valid;
      broken.push({ field: name, keyword: 'required', value: others });
    }
  }
  if (schema.additionalProperties === false) {
    broken.push({ field: 'unknownField', keyword: 'additionalProperties', value: { ...valid, unknownField: 1 } });
  }
  return broken;
}

function dotted(field: string): string {
  return field === '' || field.startsWith('[') ? field : `.${field}`;
}

/** Faults of the value itself, with the keyword of each. */
function faultsOf(schema: Schema, valid: unknown): [string, unknown][] {
  const types = [schema.type ?? []].flat();
  const faults: [string, unknown][] = wrongTypes
    .filter(([type]) => types.length > 0 && !types.includes(type) && !(type === 'integer' && types.includes('number')))
    // GraphQL reads a single value as a list of one.
    .filter(([type]) => !types.includes('array') || type === 'boolean')
    .map(([, value]) => ['type', value]);
  if (schema.enum) faults.push(['enum', 'not one of them']);
  if (schema.const !== undefined) faults.push(['const', 'another value']);
  const { minLength = 0, maxLength, minimum, maximum, minItems = 0, maxItems } = schema;
  if (minLength > 0) faults.push(['minLength', 'x'.repeat(minLength - 1)]);
  if (maxLength !== undefined && maxLength < 100_000)
    faults.push(['maxLength', '😀'.repeat(maxLength + 1)], ['maxLength', `a${'\ufe0f'.repeat(maxLength)}`]);
  if (minimum !== undefined) faults.push(['minimum', minimum - 1]);
  if (maximum !== undefined) faults.push(['maximum', maximum + 1]);
  if (schema.pattern) faults.push(['pattern', '\t'], ['pattern', 'ñ?']);
  if (schema.format === 'uuid') faults.push(['format', '1'], ['format', '0198f0f0-0000-7000-8000-00000000000g']);
  if (schema.format === 'email') faults.push(['format', 'ana@'], ['format', 'a b@example.com']);
  if (schema.format === 'uri') faults.push(['format', 'example.com'], ['format', 'http://a b']);
  if (schema.anyOf?.some(({ format }) => format === 'date')) faults.push(['format', 'soon'], ['format', '2026-02-30']);
  if (Array.isArray(valid)) {
    if (minItems > 0) faults.push(['minItems', []]);
    if (maxItems !== undefined && valid.length > 0 && maxItems < 2_000)
      faults.push(['maxItems', Array(maxItems + 1).fill(valid[0])]);
    if (schema.uniqueItems && valid.length > 0) faults.push(['uniqueItems', [valid[0], valid[0]]]);
  }
  return faults;
}

const wrongTypes: [string, unknown][] = [
  ['string', 'text'],
  ['integer', 7],
  ['number', 1.5],
  ['boolean', true],
  ['array', ['text']],
  ['object', { a: 1 }],
];

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
