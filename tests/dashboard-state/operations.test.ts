import { describe, expect, test } from '@jest/globals';
import listed from '../../schema/flow-operations.json' with { type: 'json' };
import { operationsIn } from '../../src/dashboard/catalogue/operations.js';
import spanish from '../../src/dashboard/catalogue/operations-spanish.json' with { type: 'json' };
import nodes from '../../src/dashboard/catalogue/spanish.json' with { type: 'json' };
import { requestSchema, withInputOf } from '../../src/dashboard/screens/editor/form/request-schema.js';
import { kindOf, type Schema } from '../../src/dashboard/screens/editor/form/schema.js';

const words = {
  texts: { ...spanish.titles, ...spanish.groups, ...spanish.descriptions },
  fieldNames: { ...nodes.fieldNames, ...spanish.fieldNames },
};
const source = listed as unknown as Parameters<typeof operationsIn>[0];
const english = operationsIn(source, { texts: {}, fieldNames: {} });
const translated = operationsIn(source, words);

/** The fields of a schema at any depth, by path. */
function fieldsOf(schema: Schema, path = ''): [string, Schema][] {
  const below = Object.entries(schema.properties ?? {}).flatMap(([name, one]): [string, Schema][] => [
    [`${path}.${name}`, one],
    ...fieldsOf(one, `${path}.${name}`),
  ]);
  return [...below, ...(schema.items ? fieldsOf(schema.items, path) : [])];
}

const inputOf = (operations: typeof english, name: string) => operations.get(name)?.input as Schema;

describe('the operations that flows can call', () => {
  test('have Spanish titles and groups, and names of their fields', () => {
    const titles = source.operations.map(({ title }) => title);
    expect(titles.filter((title) => !(title in spanish.titles))).toEqual([]);
    expect(Object.keys(spanish.titles).filter((title) => !titles.includes(title))).toEqual([]);
    const groups = new Set(source.operations.map(({ group }) => group));
    expect([...groups].sort()).toEqual(Object.keys(spanish.groups).sort());
    const unnamed = [...english.values()].flatMap(({ name, input }) =>
      fieldsOf(input as Schema, name)
        .map(([path]) => path)
        .filter((path) => !((path.split('.').at(-1) as string) in words.fieldNames)),
    );
    expect(unnamed).toEqual([]);
    expect(translated.get('listContacts')).toMatchObject({ title: 'Listar contactos', group: 'Contactos' });
    expect(inputOf(translated, 'updateContact').properties?.company).toMatchObject({ title: 'Empresa' });
  });

  test('have a control for each field of their input, without references and null', () => {
    expect(kindOf(inputOf(english, 'updateContact').properties?.company as Schema)).toBe('text');
    expect(kindOf(inputOf(english, 'createMessage').properties?.direction as Schema)).toBe('enum');
    expect(kindOf(inputOf(english, 'listContacts').properties?.filter as Schema)).toBe('object');
    for (const { input } of english.values()) expect(JSON.stringify(input)).not.toContain('$ref');
  });

  test('become the fields of their node, and another operation keeps the fields that it has, too', () => {
    const schema: Schema = { properties: { operation: { enum: ['a'] }, input: { type: 'object', title: 'Input' } } };
    expect(Object.keys(requestSchema(schema, undefined).properties ?? {})).toEqual(['operation']);
    const fields = requestSchema(schema, english.get('getContact')).properties;
    expect(fields).toMatchObject({
      operation: { format: 'operation' },
      input: { title: 'Input', required: ['contactId'], properties: { contactId: { type: 'string' } } },
    });
    const data = { operation: 'getContact', label: 'Read', input: { contactId: 'c', company: 'Acme' } };
    expect(withInputOf(data, english.get('getContact'))).toEqual({ ...data, input: { contactId: 'c' } });
    expect(withInputOf(data, english.get('listPipelines'))).toEqual({ operation: 'getContact', label: 'Read' });
  });
});
