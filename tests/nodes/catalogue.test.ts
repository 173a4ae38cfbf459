import { describe, expect, test } from '@jest/globals';
import { fieldViolations } from '../../src/engine/rules/field-violations.js';
import { catalogue, describeNode, nodeTypes, recordKinds } from '../../src/nodes/index.js';
import { nodeOf } from './run-node.js';

describe('node catalogue', () => {
  test('holds every type once, in order', () => {
    expect([...catalogue.keys()]).toEqual(nodeTypes.map(({ type }) => type));
    expect(catalogue.size).toBe(nodeTypes.length);
  });

  test.each(nodeTypes.map(({ type }) => type))('describes %s in JSON, and each of its fields', (type) => {
    const description = describeNode(nodeOf(type));
    expect(JSON.parse(JSON.stringify(description))).toEqual(description);
    expect(description).toMatchObject({ type, title: expect.any(String), description: expect.stringMatching(/\.$/) });
    expect(type.split('.')[0]).toBe(description.category);
    const { properties } = description.fields as { properties: Record<string, { description?: string }> };
    const wordless = Object.keys(properties).filter((name) => !properties[name]?.description);
    expect(wordless).toEqual([]);
  });

  test.each(nodeTypes.map(({ type }) => type))('has a valid example of %s', (type) => {
    const node = nodeOf(type);
    const violations = fieldViolations({ id: 'n', type, position: { x: 0, y: 0 }, data: { ...node.example } }, node);
    expect(violations).toEqual([]);
    expect(Object.keys(node.example).filter((name) => !Object.hasOwn(node.fields.shape, name))).toEqual([]);
  });

  test('writes handles that depend on data as patterns, and the error handle last', () => {
    expect(describeNode(nodeOf('logic.switch')).sourceHandles).toEqual(['case:ID', 'default']);
    expect(describeNode(nodeOf('http.request')).sourceHandles).toEqual(['out', 'error']);
  });

  test('gives all types but triggers and exits a target handle', () => {
    for (const node of nodeTypes) {
      const handles = node.type === 'logic.loop' ? ['in', 'next', 'break'] : ['in'];
      expect(describeNode(node).targetHandles).toEqual(node.trigger || node.exits ? [] : handles);
    }
  });

  test('describes the type of a field, whether it is required, and its limits', () => {
    expect(describeNode(nodeOf('http.request')).fields).toMatchObject({
      type: 'object',
      required: ['method', 'url'],
      properties: { method: { enum: expect.arrayContaining(['GET']) }, timeout: { type: 'number', maximum: 3600 } },
    });
  });

  test('marks exactly the types that reach outside as having effects', () => {
    const inside = nodeTypes.filter(({ category }) => ['trigger', 'logic'].includes(category));
    expect(inside.filter(({ effects }) => effects)).toEqual([]);
    expect(nodeOf('data.set').effects).toBe(false);
    expect(nodeOf('http.request').effects).toBe(true);
  });

  test('refers to records in own fields, each kind with one name, label and table', () => {
    const references = nodeTypes.flatMap(({ type, fields, references: kinds = {} }) =>
      Object.entries(kinds).map(([field, kind]) => ({
        type,
        field,
        kind,
        isField: Object.hasOwn(fields.shape, field.split('.')[0] ?? ''),
      })),
    );
    expect(references.filter(({ isField }) => !isField)).toEqual([]);
    for (const { kind } of references) expect(recordKinds).toContainEqual(kind);
    expect(recordKinds.map(({ name }) => name).sort()).toEqual(
      ['agent', 'connection', 'flow', 'pipeline', 'sequence', 'voiceAgent', 'watchedFlow', 'whatsappTemplate'].sort(),
    );
  });

  test('drops keys that are not fields of the type', () => {
    const data = { minutes: 1, label: 'Wait', colour: 'red', retry: { attempts: 3 } };
    expect(nodeOf('logic.delay').fields.parse(data)).toEqual({ minutes: 1 });
  });
});
