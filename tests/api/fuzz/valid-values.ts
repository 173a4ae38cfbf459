import fc from 'fast-check';
import type { SampleOf } from '../naughty/shapes.js';
import type { Random } from './random.js';

/** A JSON Schema, as far as requests use it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  maxProperties?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean;
  anyOf?: Schema[];
  allOf?: Schema[];
}

export type Schemas = Readonly<Record<string, Schema>>;

/** Makes values that a schema allows. */
export class ValidValues {
  constructor(
    readonly schemas: Schemas,
    readonly random: Random,
    /** The share of fields whose value is a sample, which refers to what exists. */
    readonly sampled = 0.7,
  ) {}

  /** The schema behind a reference, and its name. */
  resolve(schema: Schema, owner = ''): { schema: Schema; owner: string } {
    const name = schema.$ref?.split('/').at(-1);
    if (name) return this.resolve(this.schemas[name] as Schema, name);
    const refers = schema.anyOf?.find((one) => one.$ref);
    return refers && schema.type === undefined ? this.resolve(refers, owner) : { schema, owner };
  }

  /** @param sparse only the fields that are required */
  value(given: Schema, sample: SampleOf, field = '', around = '', sparse = false): unknown {
    const { random } = this;
    if (!sparse && isNullable(given) && random.chance(0.1)) return null;
    const { schema, owner } = this.resolve(this.#oneOf(given), around);
    const known = field === '' ? undefined : sample(field, around);
    if (known !== undefined && (sparse || random.chance(this.sampled))) return known;
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return random.pick(schema.enum.filter((value) => value !== null));
    const type = random.pick([schema.type ?? 'any'].flat().filter((one) => one !== 'null'));
    if (type === 'string') return this.#text(schema);
    if (type === 'integer' || type === 'number') return this.#number(schema, type);
    if (type === 'boolean') return random.chance(0.5);
    if (type === 'array') return this.#list(schema, sample, field, owner, sparse);
    if (type === 'object') return this.#object(schema, sample, owner, sparse);
    return random.pick([null, true, 0, 1.5, 'text', [1], { a: 1 }]);
  }

  /** One of the forms that are described by references, of several. */
  #oneOf(given: Schema): Schema {
    const named = given.$ref?.split('/').at(-1);
    const forms = (named ? this.schemas[named] : given)?.anyOf?.filter(({ $ref }) => $ref) ?? [];
    return forms.length > 1 ? this.random.pick(forms) : given;
  }

  #object(schema: Schema, sample: SampleOf, owner: string, sparse: boolean): unknown {
    const { random } = this;
    if (!schema.properties) {
      const names = ['a', 'b c', 'ñ', '__proto__', 'key'].filter(() => random.chance(0.4));
      return Object.fromEntries(names.map((name) => [name, random.pick([null, 1, 'x', true, [1], { y: 'z' }])]));
    }
    const isSent = (name: string) => schema.required?.includes(name) || (!sparse && random.chance(0.4));
    const names = Object.keys(schema.properties).filter(isSent);
    const own = names.map((name) => [
      name,
      this.value(schema.properties?.[name] as Schema, sample, name, owner, sparse),
    ]);
    const more = sparse || random.chance(this.sampled) ? (sample('*', owner) as object | undefined) : undefined;
    return { ...Object.fromEntries(own), ...more };
  }

  #list(schema: Schema, sample: SampleOf, field: string, owner: string, sparse: boolean): unknown[] {
    const { minItems = 0, maxItems = 3, items = {} } = schema;
    const most = this.random.chance(0.05) && maxItems <= 60 ? maxItems : Math.min(maxItems, Math.max(minItems, 3));
    const count = sparse ? minItems : this.random.between(minItems, most);
    const made = Array.from({ length: count }, () => this.value(items, sample, `${field}[]`, owner, sparse));
    return schema.uniqueItems ? [...new Map(made.map((one) => [JSON.stringify(one), one])).values()] : made;
  }

  #number({ minimum, maximum }: Schema, type: string): number {
    const least = minimum ?? -1_000_000;
    const most = maximum ?? 1_000_000;
    if (this.random.chance(0.4)) return this.random.pick([least, most]);
    return type === 'integer' ? this.random.between(least, most) : least + this.random.next() * (most - least);
  }

  #text(schema: Schema): string {
    const { random } = this;
    const format = schema.format ?? random.pick(schema.anyOf ?? [{}]).format;
    if (format) return this.#formatted(format);
    const patterns = [schema, ...(schema.allOf ?? [])].flatMap(({ pattern }) => pattern ?? []);
    const { minLength = 0, maxLength = 40 } = schema;
    // A pattern that does not begin at the start only asks for something in the text, and one of excluded characters shapes nothing.
    const shaped = patterns.find((pattern) => /^\^(?!\$\||\[\^)/.test(pattern));
    if (shaped) {
      const seed = random.between(0, 1_000_000_000);
      return fc.sample(fc.stringMatching(new RegExp(shaped)), { seed, numRuns: 1 })[0] as string;
    }
    const most = random.chance(0.3) && maxLength <= 20_000 ? maxLength : Math.min(maxLength, Math.max(minLength, 40));
    const count = random.chance(0.5) ? most : random.between(minLength, most);
    const rules = patterns.map((pattern) => new RegExp(pattern));
    const allowed = characters.filter((one) => rules.every((rule) => rule.test(`a${one}`)));
    const rest = Array.from({ length: Math.max(0, count - 1) }, () => random.pick(allowed));
    return count === 0 ? '' : ['a', ...rest].join('');
  }

  #formatted(format: string): string {
    const { random } = this;
    const digits = (count: number, from = '0123456789') =>
      Array.from({ length: count }, () => random.pick([...from])).join('');
    const two = (least: number, most: number) => String(random.between(least, most)).padStart(2, '0');
    const date = `${random.between(1970, 2100)}-${two(1, 12)}-${two(1, 28)}`;
    switch (format) {
      case 'uuid':
        return [8, 4, 4, 4, 12].map((count) => digits(count, '0123456789abcdefABCDEF')).join('-');
      case 'date':
        return date;
      case 'date-time':
        return `${date}T${two(0, 23)}:${two(0, 59)}:${two(0, 59)}${random.pick(['', '.5', '.123456'])}${random.pick(['Z', '+02:00', '-11:30'])}`;
      case 'email':
        return `${random.pick(['ana', 'a.b+c', "o'neil", 'x_y'])}${random.between(0, 1e9)}@${random.pick(['example.com', 'a-b.co.uk', 'x.example'])}`;
      case 'uri':
        return `${random.pick(['http', 'https', 'HTTPS'])}://${random.pick(['example.com', 'localhost', 'a.b.example', '192.0.2.1'])}${random.pick(['', '/', '/a/b?c=d&e=%20#f', ':8080/x'])}`;
      default:
        throw new Error(`No value for the format ${format}.`);
    }
  }
}

const characters = [
  'a',
  'Z',
  '0',
  ' ',
  'ñ',
  '字',
  '😀',
  '\u{1f468}\u200d',
  '\ufe0f',
  'e\u0301',
  "'",
  '"',
  '<',
  '{{',
  '\n',
  '\\',
]
  // One character each.
  .map((text) => [...text][0] as string);

/** Whether a schema accepts null. */
export function isNullable({ type, anyOf, $ref, enum: values }: Schema): boolean {
  if (values && !values.includes(null)) return false;
  if ([type ?? []].flat().includes('null')) return true;
  return !$ref && type === undefined && (anyOf?.some((one) => one.type === 'null') ?? false);
}
