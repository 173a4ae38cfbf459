/** The part of JSON Schema that node fields use. */
export interface Schema {
  type?: string | readonly string[];
  description?: string;
  enum?: readonly unknown[];
  const?: unknown;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
}

/** A field, at any depth, for a table. */
export interface SchemaRow {
  /** `labels[].id`. */
  path: string;
  required: boolean;
  type: string;
  description: string;
}

/** The fields of an object, each followed by the fields inside it. */
export function schemaRows(schema: Schema, prefix = ''): SchemaRow[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const required = schema.required?.includes(name) ?? false;
    const own = { path, required, type: schemaType(field), description: field.description ?? '' };
    return [own, ...rowsInside(field, path)];
  });
}

function rowsInside(field: Schema, path: string): SchemaRow[] {
  const variants = variantsOf(field).filter(({ properties }) => properties);
  const choices = variants.flatMap((variant) => schemaRows(variant, `${path}.`).map((row) => ({ row, variant })));
  const chosen = [...Map.groupBy(choices, ({ row }) => row.path).values()].map((same) => {
    const rows = same.map(({ row }) => row);
    const isCommon = rows.length === variants.length;
    const only = isCommon ? '' : `Only with ${same.map(({ variant }) => constantOf(variant)).join(' or ')}.`;
    return {
      path: (rows[0] as SchemaRow).path,
      required: isCommon && rows.every(({ required }) => required),
      type: [...new Set(rows.map(({ type }) => type))].join(', '),
      description: [...new Set([...rows.map(({ description }) => description), only])].filter(Boolean).join(' '),
    };
  });
  return [...schemaRows(field, `${path}.`), ...(field.items ? schemaRows(field.items, `${path}[].`) : []), ...chosen];
}

/** The constant field that distinguishes a variant, with its value. */
function constantOf({ properties = {} }: Schema): string {
  const [name, constant] = Object.entries(properties).find(([, { const: value }]) => value !== undefined) ?? [];
  return `${name} \`${constant?.const}\``;
}

function variantsOf({ anyOf = [], oneOf = [] }: Schema): readonly Schema[] {
  return [...anyOf, ...oneOf];
}

/** A type in words, with its bounds: `text, 1 to 100 characters`. */
export function schemaType(schema: Schema): string {
  if (schema.const !== undefined) return `\`${schema.const}\``;
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(', ');
  const variants = variantsOf(schema);
  if (variants.length > 0) return [...new Set(variants.map(schemaType))].join(' or ');
  const types = [schema.type ?? 'any value'].flat().filter((type) => type !== 'null');
  return types.map((type) => [typeName(type, schema), boundsOf(type, schema)].filter(Boolean).join(', ')).join(' or ');
}

const formats: Readonly<Record<string, string>> = {
  email: 'email address',
  'date-time': 'ISO 8601 time',
  date: 'date',
};

function typeName(type: string, { format, items }: Schema): string {
  switch (type) {
    case 'string':
      return formats[format ?? ''] ?? 'text';
    case 'integer':
      return 'whole number';
    case 'array':
      return items && !items.properties && variantsOf(items).length === 0 ? `list of ${schemaType(items)}` : 'list';
    default:
      return type;
  }
}

function boundsOf(type: string, schema: Schema): string {
  const { minLength, maxLength, minItems, maxItems, minimum, maximum, exclusiveMinimum, format } = schema;
  if (type === 'string') return format ? '' : range(minLength, maxLength, ' characters');
  if (type === 'array') return range(minItems, maxItems, ' items');
  const above = exclusiveMinimum === undefined ? '' : `above ${exclusiveMinimum}`;
  return [above, range(minimum, maximum)].filter(Boolean).join(', ');
}

/** The declared bounds, without those that every safe integer has. */
function range(min: number | undefined, max: number | undefined, unit = ''): string {
  const [from, to] = [min, max].map((bound) =>
    bound === undefined || Math.abs(bound) >= Number.MAX_SAFE_INTEGER ? undefined : bound.toLocaleString('en'),
  );
  if (from !== undefined && to !== undefined) return `${from} to ${to}${unit}`;
  if (from !== undefined) return `at least ${from}${unit}`;
  return to === undefined ? '' : `at most ${to}${unit}`;
}
