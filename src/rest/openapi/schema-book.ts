import {
  type GraphQLEnumType,
  type GraphQLInputField,
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
import type { JsonForm } from '../../platform/graphql/json-form.js';
import type { FieldRules, Keywords } from '../../platform/graphql/rule-keywords.js';
import { isoTimeKeywords } from '../../platform/graphql/text-rules.js';
import { withDeprecation } from './deprecation.js';
import { describeName, describeType } from './describe-name.js';
import { type NamedShape, nameShapes, type ShapePlace } from './name-shapes.js';

/** A JSON Schema of OpenAPI 3.1. */
export type JsonSchema = Record<string, unknown>;

interface Shape extends NamedShape {
  places: ShapePlace[];
  schema: JsonSchema;
  index: number;
  refs: { $ref: string }[];
}

const scalars: Readonly<Record<string, JsonSchema>> = {
  Int: { type: 'integer', format: 'int32' },
  Float: { type: 'number' },
  String: { type: 'string' },
  Boolean: { type: 'boolean' },
  ID: { type: 'string' },
  BigInt: { type: 'integer', format: 'int64' },
  Date: { type: 'string', format: 'date' },
  DateTime: { type: 'string', format: 'date-time' },
  Decimal: {
    type: 'string',
    pattern: '^-?[0-9]+(\\.[0-9]+)?$',
    description: 'A decimal number as a string; a JSON number is also accepted.',
  },
  JSON: { description: 'Any JSON value.' },
  JSONObject: { type: 'object', additionalProperties: true },
};

/** What inputs of these types accept, where it differs from outputs. */
const scalarsOfInputs: Readonly<Record<string, JsonSchema>> = {
  Int: { minimum: -2_147_483_648, maximum: 2_147_483_647 },
  ID: { format: 'uuid' },
  DateTime: { format: undefined, ...isoTimeKeywords },
  Decimal: { type: ['string', 'number'], minimum: -999_999_999_999_999, maximum: 999_999_999_999_999 },
};

/** Collects the schemas of a document while it is built; `close` names them. */
export class SchemaBook {
  readonly #named = new Map<string, JsonSchema>();
  readonly #shapes = new Map<string, Shape>();
  /** Inputs whose rules are not those of the request. */
  readonly #loose = new Set<string>();

  /** The schema of a field of an input, with the rules that validate it. Null only where they accept it. */
  input(type: GraphQLInputType, rules?: FieldRules): JsonSchema {
    const schema = withKeywords(this.value(type, rules?.checksInner === false), rules?.keywords);
    return isNonNullType(type) || rules?.refusesNull ? schema : nullable(schema);
  }

  /** The schema of a parameter, which is never null. */
  parameter(type: GraphQLInputType, rules?: FieldRules): JsonSchema {
    return withKeywords(this.value(type), rules?.keywords);
  }

  /**
   * The same without null: for parameters and whole bodies.
   * @param loose whether the rules of inner inputs are not those of the request, because violations are part of the answer
   */
  value(type: GraphQLInputType, loose = false): JsonSchema {
    if (isNonNullType(type)) return this.value(type.ofType, loose);
    if (isListType(type)) {
      const items = this.value(type.ofType, loose);
      return { type: 'array', items: isNonNullType(type.ofType) ? items : nullable(items) };
    }
    if (isInputObjectType(type)) {
      const { jsonForm } = type.extensions;
      return jsonForm ? this.form(jsonForm) : this.#inputObject(type, loose);
    }
    return { ...this.leaf(type), ...(loose && type.name === 'ID' ? {} : scalarsOfInputs[type.name]) };
  }

  /** A reference to the component of a form, in inputs and outputs. */
  form({ name, components }: JsonForm): JsonSchema {
    if (!this.#named.has(name)) {
      for (const [component, schema] of Object.entries(components())) this.#named.set(component, { ...schema });
    }
    return { $ref: referenceTo(name) };
  }

  /** A scalar or an enum, in inputs and outputs. */
  leaf(type: GraphQLScalarType | GraphQLEnumType): JsonSchema {
    if (isEnumType(type)) return this.#enum(type);
    const known = scalars[type.name];
    return known ? { ...known } : described({ type: 'string' }, type.description);
  }

  /** A reference to the shape that a type has at a place; equal shapes share one name. */
  shape(type: GraphQLNamedType, place: ShapePlace, schema: JsonSchema): JsonSchema {
    const key = `${type.name} ${JSON.stringify(schema)}`;
    let shape = this.#shapes.get(key);
    if (!shape) {
      const size = Object.keys(schema.properties ?? {}).length;
      shape = { typeName: type.name, places: [], schema, size, index: this.#shapes.size, refs: [] };
      this.#shapes.set(key, shape);
    }
    shape.places.push(place);
    // A number stands for the name until `close`, so that the keys of outer shapes differ.
    const ref = { $ref: `#${shape.index}` };
    shape.refs.push(ref);
    return ref;
  }

  /** Names every shape and returns all schemas by name. */
  close(): Record<string, JsonSchema> {
    for (const [name, { schema, refs }] of nameShapes([...this.#shapes.values()], this.#named.keys())) {
      this.#named.set(name, schema);
      for (const ref of refs) ref.$ref = referenceTo(name);
    }
    return Object.fromEntries([...this.#named].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** A field of a row whose violations are part of the answer. */
  #row(type: GraphQLInputType): JsonSchema {
    return isNonNullType(type) ? this.value(type, true) : nullable(this.value(type, true));
  }

  #inputObject(type: GraphQLInputObjectType, loose: boolean): JsonSchema {
    const { name } = type;
    if (this.#loose.has(name) !== loose && this.#named.has(name))
      throw new Error(
        `${name} is part of a body and of a row whose violations are part of the answer. Use two inputs.`,
      );
    if (!this.#named.has(name)) {
      if (loose) this.#loose.add(name);
      const schema: JsonSchema = described({ type: 'object' }, type.description ?? describeType(type.name));
      // Before its fields, because an input type can contain itself.
      this.#named.set(name, schema);
      const fields = Object.values(type.getFields()).filter(({ extensions }) => !extensions.graphqlOnly);
      const rulesOf = (field: GraphQLInputField) => (loose ? undefined : field.extensions.rules);
      schema.properties = Object.fromEntries(
        fields.map((field) => [
          field.name,
          described(
            loose ? this.#row(field.type) : this.input(field.type, rulesOf(field)),
            field.description ?? describeName(field.name, type.name),
            field.defaultValue,
            field.deprecationReason,
          ),
        ]),
      );
      const required = fields
        .filter((field) => isRequiredInputField(field) || rulesOf(field)?.required)
        .map((field) => field.name);
      if (required.length > 0) schema.required = required;
      schema.additionalProperties = false;
      const { minProperties } = type.extensions;
      if (typeof minProperties === 'number') schema.minProperties = minProperties;
    }
    return { $ref: referenceTo(name) };
  }

  #enum(type: GraphQLEnumType): JsonSchema {
    const values = type.getValues();
    const sentences = values
      .filter(({ description }) => description)
      .map((one) => `- \`${one.name}\`: ${one.description}`);
    const description = [type.description, sentences.join('\n')].filter(Boolean).join('\n\n');
    const schema = { type: 'string', enum: values.map(({ name }) => name) };
    this.#named.set(type.name, described(schema, description));
    return { $ref: referenceTo(type.name) };
  }
}

/** The schema that also accepts null. */
export function nullable(schema: JsonSchema): JsonSchema {
  if (schema.$ref) return { anyOf: [schema, { type: 'null' }] };
  const { type, enum: values } = schema;
  if (type === undefined) return schema;
  // Some tools read the keywords of an object only where it is the only type.
  if (type === 'object') return { anyOf: [schema, { type: 'null' }] };
  const withNull = Array.isArray(values) ? { enum: [...values, null] } : {};
  return { ...schema, type: [type, 'null'].flat(), ...withNull };
}

/** The schema with keywords of rules; those of entries are added to the schema of entries. */
function withKeywords(schema: JsonSchema, keywords: Keywords = {}): JsonSchema {
  if (schema.$ref) return schema;
  const { items, ...own } = keywords;
  return {
    ...schema,
    ...own,
    ...(items ? { items: withKeywords(schema.items as JsonSchema, items as Keywords) } : {}),
  };
}

/** The schema with a description, a default and why it is deprecated, if there are any. */
export function described(
  schema: JsonSchema,
  description?: string | null,
  byDefault?: unknown,
  deprecationReason?: string | null,
): JsonSchema {
  if (description) schema.description = description;
  if (deprecationReason) {
    schema.description = withDeprecation(schema.description as string | undefined, deprecationReason);
    schema.deprecated = true;
  }
  if (byDefault !== undefined) schema.default = byDefault;
  return schema;
}

export function referenceTo(name: string): string {
  return `#/components/schemas/${name}`;
}
