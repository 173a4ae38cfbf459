import {
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';
import type { Field, Shape } from './shapes.js';

/** The shape of a GraphQL input type. */
export function shapeOfType(type: GraphQLInputType): Shape {
  if (isNonNullType(type)) return shapeOfType(type.ofType);
  const { name } = getNamedType(type);
  if (name.startsWith('JSON')) return { is: 'json', list: isListType(type) };
  if (isListType(type)) return { is: 'list', of: shapeOfType(type.ofType) };
  if (isEnumType(type)) return { is: 'text', format: 'enum', values: type.getValues().map((value) => value.name) };
  if (!isInputObjectType(type)) return numbers.has(name) ? { is: 'other' } : { is: 'text', format: name };
  const fields = () =>
    new Map(
      Object.values(type.getFields()).map((field): [string, Field] => [
        field.name,
        { shape: shapeOfType(field.type), required: isRequiredInputField(field) },
      ]),
    );
  return { is: 'object', name, fields };
}

const numbers = new Set(['Int', 'Float', 'Boolean']);

/** As far as request bodies in schema/openapi.json use JSON Schema. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: string[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
}

export type Components = Readonly<Record<string, JsonSchema>>;

/** The shape of a JSON Schema. @param name of the component that it is */
export function shapeOfSchema(schema: JsonSchema, components: Components, name = ''): Shape {
  const referred = schema.$ref?.split('/').at(-1);
  if (referred) return shapeOfSchema(components[referred] as JsonSchema, components, referred);
  const types = [schema.type ?? []].flat();
  if (types.includes('string')) return textShape(schema);
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  const choice = choices?.find((one) => one.$ref !== undefined || one.type !== 'null');
  if (choice) return shapeOfSchema(choice, components, name);
  if (types.includes('array')) {
    const items = shapeOfSchema(schema.items ?? {}, components);
    return items.is === 'json' ? { is: 'json', list: true } : { is: 'list', of: items };
  }
  if (schema.properties) {
    const { properties, required = [] } = schema;
    const fields = () =>
      new Map(
        Object.entries(properties).map(([field, inner]): [string, Field] => [
          field,
          { shape: shapeOfSchema(inner, components), required: required.includes(field) },
        ]),
      );
    return { is: 'object', name, fields };
  }
  return types.length === 0 || types.includes('object') ? { is: 'json', list: false } : { is: 'other' };
}

function textShape({ type, format, anyOf, enum: values }: JsonSchema): Shape {
  if (values) return { is: 'text', format: 'enum', values: values.filter((value) => value !== null) };
  if (format === 'date-time' || anyOf?.[0]?.format === 'date-time') return { is: 'text', format: 'DateTime' };
  return { is: 'text', format: type?.includes('number') ? 'Decimal' : 'String' };
}
