import { readdir } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { connectors, nodeTypes } from '../../src/nodes/index.js';
import { documentedNodes, nodePage } from '../../tools/docs/describe-nodes.js';
import { type Schema, schemaRows, schemaType } from '../../tools/docs/describe-schema.js';
import { tryNode } from '../../tools/docs/try-node.js';
import { nodeOf } from '../nodes/run-node.js';

describe('the pages of nodes', () => {
  test('exist for each type, and for nothing else', async () => {
    const pages = ['README.md', ...documentedNodes.map(nodePage)];
    expect((await readdir('docs/nodes')).sort()).toEqual(pages.sort());
    const services = ['README.md', ...connectors.map(({ service }) => `${service}.md`)];
    expect((await readdir('docs/connectors')).sort()).toEqual(services.sort());
  });

  test.each(nodeTypes.map(({ type }) => type))('show an example of %s that does not fail', async (type) => {
    expect(await tryNode(nodeOf(type))).not.toMatchObject({ kind: 'failed' });
  });

  test('show an event only for types that declare it', async () => {
    for (const node of nodeTypes) {
      const outcome = await tryNode(node);
      expect([node.type, outcome.kind === 'wait' && outcome.event !== undefined]).toEqual([
        node.type,
        node.waitsForEvents ?? false,
      ]);
    }
  });

  test('run code in the sandbox', async () => {
    expect(await tryNode(nodeOf('data.code'))).toEqual({ kind: 'done', output: { total: 9.5 } });
  });
});

describe('fields in words', () => {
  test.each([
    [{ type: 'string', minLength: 1, maxLength: 1_600 }, 'text, 1 to 1,600 characters'],
    [{ type: 'string', format: 'email', maxLength: 254 }, 'email address'],
    [{ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }, 'whole number, at least 1'],
    [{ type: 'number', exclusiveMinimum: 0, maximum: 60 }, 'number, above 0, at most 60'],
    [{ type: 'array', items: { type: 'string' }, maxItems: 50 }, 'list of text, at most 50 items'],
    [{ enum: ['all', 'any'] }, '`all`, `any`'],
    [{ type: ['string', 'null'] }, 'text'],
    [{ anyOf: [{ type: 'string' }, { type: 'array' }] }, 'text or list'],
    [{}, 'any value'],
  ])('%j is %s', (schema, words) => {
    expect(schemaType(schema)).toBe(words);
  });

  test('show which fields belong to which variant', () => {
    const name = { type: 'string' };
    const choice: Schema[] = [
      { type: 'object', properties: { type: { const: 'a' } }, required: ['type'] },
      { type: 'object', properties: { type: { const: 'b' }, name }, required: ['type', 'name'] },
    ];
    const rows = schemaRows({ properties: { auth: { oneOf: choice } } });
    expect(rows.map(({ path, required, type, description }) => [path, required, type, description])).toEqual([
      ['auth', false, 'object', ''],
      ['auth.type', true, '`a`, `b`', ''],
      ['auth.name', false, 'text', 'Only with type `b`.'],
    ]);
  });
});
