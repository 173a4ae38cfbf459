import {
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLScalarType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';

/** A JSON Schema of OpenAPI 3.1. */
export type JsonSchema = Record<string, unknown>;

interface Shape {
  typeName: string;
  operation: string;
  schema: JsonSchema;
  size: number;
  index: number;
  refs: { $ref: string }[];
}

const scalars: Readonly<Record<string, JsonSchema>> = {
  Int: { type: 'integer', format: 'int32' },
  Float: { type: 'number' },
  String: { type: 'string' },
  Boolean: { type: 'boolean' },
  ID: { type: 'string' },
  DateTime: { type: 'string', format: 'date-time' },
  Decimal: {
    type: 'string',
    pattern: '^-?[0-9]+(\\.[0-9]+)?$',
    description: 'A decimal number as a string; a JSON number is also accepted.',
  },
  JSON: { description: 'Any JSON value.' },
  JSONObject: { type: 'object', additionalProperties: true },
};

/** Collects the schemas of a document while it is built; `close` names them. */
export class SchemaBook {
  readonly #named = new Map<string, JsonSchema>();
  readonly #shapes = new Map<string, Shape>();

  /** The schema of a type in inputs. */
  input(type: GraphQLInputType): JsonSchema {
    if (isNonNullType(type)) return this.value(type.ofType);
    return nullable(this.value(type));
  }

  /** The same without null: for parameters and whole bodies. */
  value(type: GraphQLInputType): JsonSchema {
    if (isNonNullType(type)) return this.value(type.ofType);
    if (isListType(type)) return { type: 'array', items: this.input(type.ofType) };
    return isInputObjectType(type) ? this.#inputObject(type) : this.leaf(type);
  }

  /** A scalar or an enum, in inputs and outputs. */
  leaf(type: GraphQLScalarType | GraphQLEnumType): JsonSchema {
    if (isEnumType(type)) return this.#enum(type);
    const known = scalars[type.name];
    return known ? { ...known } : described({ type: 'string' }, type.description);
  }

  /** A reference to the shape that an operation gives to a type; equal shapes share one name. */
  shape(type: GraphQLNamedType, operation: string, schema: JsonSchema): JsonSchema {
    const key = `${type.name} ${JSON.stringify(schema)}`;
    let shape = this.#shapes.get(key);
    if (!shape) {
      const size = Object.keys(schema.properties ?? {}).length;
      shape = { typeName: type.name, operation, schema, size, index: this.#shapes.size, refs: [] };
      this.#shapes.set(key, shape);
    }
    // A number stands for the name until `close`, so that the keys of outer shapes differ.
    const ref = { $ref: `#${shape.index}` };
    shape.refs.push(ref);
    return ref;
  }

  /** Names every shape and returns all schemas by name. The largest shape of a type gets the name of the type. */
  close(): Record<string, JsonSchema> {
    const shapes = [...this.#shapes.values()].sort((a, b) => b.size - a.size);
    for (const { typeName, operation, schema, refs } of shapes) {
      let name = typeName;
      if (this.#named.has(name)) name = `${typeName}Of${operation}`;
      for (let count = 2; this.#named.has(name); count++) name = `${typeName}Of${operation}${count}`;
      this.#named.set(name, schema);
      for (const ref of refs) ref.$ref = referenceTo(name);
    }
    return Object.fromEntries([...this.#named].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #inputObject(type: GraphQLInputObjectType): JsonSchema {
    if (!this.#named.has(type.name)) {
      const schema: JsonSchema = described({ type: 'object' }, type.description);
      // Before its fields, because an input type can contain itself.
      this.#named.set(type.name, schema);
      const fields = Object.values(type.getFields());
      schema.properties = Object.fromEntries(
        fields.map((field) => [field.name, described(this.input(field.type), field.description, field.defaultValue)]),
      );
      const required = fields.filter(isRequiredInputField).map((field) => field.name);
      if (required.length > 0) schema.required = required;
      schema.additionalProperties = false;
    }
    return { $ref: referenceTo(type.name) };
  }

  #enum(type: GraphQLEnumType): JsonSchema {
    const values = type.getValues().map((value) => value.name);
    this.#named.set(type.name, described({ type: 'string', enum: values }, type.description));
    return { $ref: referenceTo(type.name) };
  }
}

/** The schema that also accepts null. */
export function nullable(schema: JsonSchema): JsonSchema {
  if (typeof schema.type === 'string') return { ...schema, type: [schema.type, 'null'] };
  return schema.$ref ? { anyOf: [schema, { type: 'null' }] } : schema;
}

/** The schema with a description and a default, if there are any. */
export function described(schema: JsonSchema, description?: string | null, byDefault?: unknown): JsonSchema {
  if (description) schema.description = description;
  if (byDefault !== undefined) schema.default = byDefault;
  return schema;
}

export function referenceTo(name: string): string {
  return `#/components/schemas/${name}`;
}
