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
  place: number;
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
    description: 'A decimal number as text; a JSON number is taken, too',
  },
  JSON: { description: 'Any JSON value' },
  JSONObject: { type: 'object', additionalProperties: true },
};

/** Gathers the named schemas of a document while it is written; all of them are named at its end. */
export class SchemaBook {
  readonly #named = new Map<string, JsonSchema>();
  readonly #shapes = new Map<string, Shape>();

  /** What a client may send for a type. */
  input(type: GraphQLInputType): JsonSchema {
    if (isNonNullType(type)) return this.value(type.ofType);
    return nullable(this.value(type));
  }

  /** The same where null is out of the question: in parameters, and as a whole body. */
  value(type: GraphQLInputType): JsonSchema {
    if (isNonNullType(type)) return this.value(type.ofType);
    if (isListType(type)) return { type: 'array', items: this.input(type.ofType) };
    return isInputObjectType(type) ? this.#inputObject(type) : this.leaf(type);
  }

  /** A scalar or an enum, in either direction. */
  leaf(type: GraphQLScalarType | GraphQLEnumType): JsonSchema {
    if (isEnumType(type)) return this.#enum(type);
    const known = scalars[type.name];
    return known ? { ...known } : described({ type: 'string' }, type.description);
  }

  /** Names the shape that an operation gives to a type; equal shapes share one name. */
  shape(type: GraphQLNamedType, operation: string, schema: JsonSchema): JsonSchema {
    const key = `${type.name} ${JSON.stringify(schema)}`;
    let shape = this.#shapes.get(key);
    if (!shape) {
      const size = Object.keys(schema.properties ?? {}).length;
      shape = { typeName: type.name, operation, schema, size, place: this.#shapes.size, refs: [] };
      this.#shapes.set(key, shape);
    }
    // Until the end, a number stands for the name: it makes keys of shapes around this one tell it apart.
    const ref = { $ref: `#${shape.place}` };
    shape.refs.push(ref);
    return ref;
  }

  /** Names every shape and returns all schemas by name. The richest shape of a type bears the type's own name. */
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
      // Before its fields: an input type may hold itself.
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

/** The schema that also takes null. */
export function nullable(schema: JsonSchema): JsonSchema {
  if (typeof schema.type === 'string') return { ...schema, type: [schema.type, 'null'] };
  return schema.$ref ? { anyOf: [schema, { type: 'null' }] } : schema;
}

/** The schema with a description and a default, where there are any. */
export function described(schema: JsonSchema, description?: string | null, byDefault?: unknown): JsonSchema {
  if (description) schema.description = description;
  if (byDefault !== undefined) schema.default = byDefault;
  return schema;
}

export function referenceTo(name: string): string {
  return `#/components/schemas/${name}`;
}
