import { propertiesOf, type Resolve, type Schema } from './contract.ts';

/** Words that cannot name an argument or a field. */
export const keywords: ReadonlySet<string> = new Set(
  'and as assert async await break class continue def del elif else except False finally for from global if import in is lambda None nonlocal not or pass raise return self True try while with yield'.split(
    ' ',
  ),
);

const shapes = ['$ref', 'const', 'enum', 'type', 'properties', 'items', 'oneOf', 'anyOf', 'allOf'];
const isShaped = (schema: Schema) => typeof schema === 'boolean' || shapes.some((name) => name in schema);
const plainTypes: Record<string, string> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

interface Alias {
  type: string;
  doc: string;
}

/** JSON Schemas as types of Python: `TypedDict` for objects with named fields, `Literal` for closed sets. */
export class PythonTypes {
  readonly #resolve: Resolve;
  readonly #declarations = new Map<string, string>();
  readonly #aliases = new Map<string, Alias>();

  constructor(resolve: Resolve) {
    this.#resolve = resolve;
  }

  /** Declares a component under its name. */
  declare(name: string, schema: Schema): void {
    const declared = nameOf(name);
    if (this.#isRecord(schema)) {
      this.#declareRecord(declared, schema as Record<string, unknown>);
      return;
    }
    const doc = typeof schema === 'object' ? docstring(String(schema.description ?? ''), '') : '';
    this.#aliases.set(declared, { type: this.typeOf(schema, declared), doc });
  }

  /** The module of all declared types. */
  print(): string {
    const [first, last]: [string[], string[]] = [[], []];
    // Types inside of an alias must exist before it; fields are resolved when they are asked for.
    const written = new Set<string>(this.#declarations.keys());
    const write = (name: string, alias: Alias): void => {
      if (written.has(name)) return;
      written.add(name);
      const names = alias.type.replaceAll(/"[^"]*"/g, '').match(/[A-Z]\w+/g) ?? [];
      for (const inner of names) if (this.#aliases.has(inner)) write(inner, this.#aliases.get(inner) as Alias);
      const isRecordInside = names.some(
        (inner) => this.#declarations.has(inner) || last.some((one) => one.startsWith(`${inner}:`)),
      );
      (isRecordInside ? last : first).push(`${name}: TypeAlias = ${alias.type}\n${alias.doc}`);
    };
    for (const [name, alias] of this.#aliases) write(name, alias);
    return [...first, ...this.#declarations.values(), ...last].join('\n\n');
  }

  /**
   * The type of a schema.
   * @param name of the type that is declared for an object without a name of its own
   * @param scope what stands before the name of a declared type: `models.`
   */
  typeOf(schema: Schema, name: string, scope = ''): string {
    if (typeof schema === 'boolean') return 'Any';
    const { $ref, oneOf, anyOf, allOf, type, items } = schema as Record<string, Schema[] | undefined> & {
      $ref?: string;
    };
    if ($ref) return scope + nameOf($ref.slice($ref.lastIndexOf('/') + 1));
    if ('const' in schema) return literal([schema.const]);
    if (Array.isArray(schema.enum)) return literal(schema.enum);
    const { oneOf: _one, anyOf: _any, ...plain } = schema;
    const choice = oneOf ?? anyOf;
    // Parts that only restrict, for example by a pattern, have the type of the whole.
    if (choice?.some(isShaped)) {
      return union(
        choice.map((part, index) => this.typeOf(isShaped(part) ? part : plain, `${name}${index + 1}`, scope)),
      );
    }
    if (allOf?.some(isShaped) || schema.properties) {
      this.#declareRecord(name, plain);
      return scope + name;
    }
    if (Array.isArray(type))
      return union((type as unknown[]).map((one) => this.typeOf({ ...plain, type: one }, name, scope)));
    if (type === ('array' as unknown) || items)
      return `list[${this.typeOf((items ?? true) as Schema, `${name}Item`, scope)}]`;
    if (type === ('object' as unknown)) {
      const more = (schema.additionalProperties ?? true) as Schema;
      return `dict[str, ${this.typeOf(more, `${name}Value`, scope)}]`;
    }
    return plainTypes[String(type)] ?? 'Any';
  }

  #isRecord(schema: Schema): boolean {
    return typeof schema === 'object' && 'properties' in schema && !('anyOf' in schema) && !('oneOf' in schema);
  }

  #declareRecord(name: string, schema: Record<string, unknown>): void {
    if (this.#declarations.has(name)) throw new Error(`Two types of the Python client have the name ${name}.`);
    // Keeps the place: types inside come behind.
    this.#declarations.set(name, '');
    const required = new Set(requiredIn(schema, this.#resolve));
    const fields = Object.entries(propertiesOf(schema, this.#resolve)).map(([key, property]) => {
      const type = this.typeOf(property, `${name}${key.replace(/^\w/, (letter) => letter.toUpperCase())}`);
      const { description = '' } = (property === true ? {} : property) as { description?: string };
      return { key, type: required.has(key) ? type : `NotRequired[${type}]`, description };
    });
    const doc = docstring((schema.description as string | undefined) ?? '', '    ');
    this.#declarations.set(
      name,
      fields.every(({ key }) => /^[A-Za-z]\w*$/.test(key) && !keywords.has(key))
        ? `class ${name}(TypedDict):\n${doc}${fields
            .map(({ key, type, description }) => `    ${key}: ${type}\n${docstring(description, '    ')}`)
            .join('')}${doc || fields.length > 0 ? '' : '    pass\n'}`
        : // Keys that are no names of Python.
          `${name} = TypedDict(\n    "${name}",\n    {\n${fields
            .map(({ key, type }) => `        ${JSON.stringify(key)}: ${JSON.stringify(type)},\n`)
            .join('')}    },\n)\n`,
    );
  }
}

function requiredIn(schema: Schema, resolve: Resolve): string[] {
  const { required = [], allOf = [] } = resolve(schema) as { required?: string[]; allOf?: Schema[] };
  return [...required, ...allOf.flatMap((part) => requiredIn(part, resolve))];
}

/** A text as the documentation of what stands around or before it; nothing for an empty one. */
export function docstring(text: string, indent: string): string {
  if (!text) return '';
  const lines = text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"').split('\n');
  const end = lines.length > 1 || text.endsWith('"') ? `\n${indent}` : '';
  return `${indent}"""${lines.map((line, index) => (index > 0 && line ? indent + line : line)).join('\n')}${end}"""\n`;
}

function literal(values: unknown[]): string {
  const words: Record<string, string> = { true: 'True', false: 'False', null: 'None' };
  return `Literal[${values.map((value) => words[String(value)] ?? JSON.stringify(value)).join(', ')}]`;
}

function union(types: string[]): string {
  const distinct = [...new Set(types)];
  return distinct.includes('Any') ? 'Any' : distinct.join(' | ');
}

const nameOf = (name: string) => name.replaceAll(/\W+/g, '_');
