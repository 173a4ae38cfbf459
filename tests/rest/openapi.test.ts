import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'graphql';
import { buildOpenApi } from '../../src/rest/openapi/build-openapi.js';
import { type RouteTable, route } from '../../src/rest/route.js';
import type { Contract } from '../../tools/codegen/contract.js';
import { printClient } from '../../tools/codegen/print-client.js';
import { buildSampleSchema } from './sample-graph.js';
import { sampleTables } from './sample-routes.js';

const golden = new URL('sample-openapi.json', import.meta.url);
const schema = buildSampleSchema();
const build = (tables: RouteTable[]) =>
  buildOpenApi({ tables, schema, version: '1.2.3', publicUrl: 'http://sample.test' });
const document = build(sampleTables);

/** One operation of the document, as JSON has it. */
function described(method: string, path: string) {
  const found = document.paths[path]?.[method] as { parameters?: { $ref?: string }[] };
  const { WorkspaceId, IdempotencyKey, ...shared } = document.components.parameters as Record<string, object>;
  const parameters = found.parameters?.map((one) => shared[one.$ref?.split('/').at(-1) ?? ''] ?? one);
  return JSON.parse(JSON.stringify({ ...found, ...(parameters && { parameters }) })) as {
    operationId: string;
    description: string;
    tags: string[];
    parameters: { name: string; in: string; required?: boolean; schema: object }[];
    requestBody?: { required: boolean; content: Record<string, { schema: object }> };
    responses: Record<
      string,
      { headers?: object; content: Record<string, { schema: { properties: Record<string, object> } }> }
    >;
    security: object[];
    'x-capability'?: string;
  };
}

const P = '/workspaces/{workspaceId}';

describe('the OpenAPI document', () => {
  test('equals the golden (UPDATE_GOLDENS=1 writes it)', () => {
    const text = `${JSON.stringify(document, null, 2)}\n`;
    if (process.env.UPDATE_GOLDENS) writeFileSync(golden, text);
    expect(JSON.parse(text)).toEqual(JSON.parse(readFileSync(golden, 'utf8')));
  });

  test('is the same however often it is built', () => {
    expect(JSON.stringify(build(sampleTables))).toBe(JSON.stringify(document));
  });

  test('describes every route once, and every reference resolves', () => {
    const rows = sampleTables.flatMap((table) => Object.keys(table));
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    expect(operations).toHaveLength(rows.length);
    const ids = operations.map((operation) => (operation as { operationId: string }).operationId);
    expect(new Set(ids).size).toBe(rows.length);
    for (const [, section = '', name = ''] of JSON.stringify(document).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
      expect(document.components[section as 'schemas']).toHaveProperty([name]);
    }
    expect(JSON.stringify(document)).not.toMatch(/"\$ref":"(?!#\/components\/)/);
  });

  test('types query parameters by the operation and describes them by the schema', () => {
    const { parameters } = described('get', `${P}/flows`);
    expect(parameters.map(({ name = 'workspaceId' }) => name)).toEqual([
      'workspaceId',
      'page',
      'search',
      'active',
      'score',
      'tags',
      'kind',
      'query',
      'Prefer',
    ]);
    expect(parameters[1]).toEqual({
      name: 'page',
      in: 'query',
      description: 'From 1',
      schema: { type: 'integer', format: 'int32', minimum: -2_147_483_648, maximum: 2_147_483_647 },
    });
    expect(parameters[5]).toMatchObject({ style: 'form', explode: false, schema: { type: 'array' } });
  });

  test('gives a page its list envelope', () => {
    const success = described('get', `${P}/flows`).responses['200']?.content['application/json']?.schema;
    expect(success?.properties).toMatchObject({
      success: { $ref: '#/components/schemas/Success' },
      data: { type: 'array', description: 'The items of the page, in order.' },
      pagination: { $ref: '#/components/schemas/Pagination' },
    });
  });

  test('names the largest shape of a type after the type', () => {
    const { schemas } = JSON.parse(JSON.stringify(document.components));
    expect(Object.keys(schemas.Flow.properties)).toEqual(['id', 'name', 'kind', 'createdAt', 'settings', 'folder']);
    expect(Object.keys(schemas.FlowSummary.properties)).toEqual(['id', 'name', 'kind', 'settings']);
    expect(schemas.Flow.properties.folder.anyOf).toEqual([{ $ref: '#/components/schemas/Folder' }, { type: 'null' }]);
  });

  test('traces the variables of a route to headers, renamed parameters and parts of the body', () => {
    const trigger = described('post', `${P}/flows/{id}/trigger`);
    expect(trigger.parameters[0]).toEqual({ $ref: '#/components/parameters/WorkspaceId' });
    expect(trigger.parameters.slice(1).map((parameter) => `${parameter.in} ${parameter.name}`)).toEqual([
      'path id',
      'header idempotency-key',
    ]);
    expect(trigger.requestBody?.required).toBe(false);
    expect(described('put', `${P}/fail`).requestBody).toEqual({
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: { how: { type: 'string', description: 'The how.' } },
            required: ['how'],
          },
        },
      },
    });
  });

  test('states the required rights', () => {
    const create = described('post', `${P}/flows`);
    expect(create['x-capability']).toBe('flows:write');
    expect(create.description).toBe('It starts paused.\n\nRequires the capability `flows:write`.');
    expect(create.security).toEqual([{ accessToken: [] }, { apiKey: [] }]);
    expect(described('post', `${P}/keys`).security).toEqual([{ accessToken: [] }]);
    expect(described('get', '/rates').security).toEqual([]);
    const run = described('post', '/flows/run');
    expect(run.security).toEqual([]);
    expect(run.parameters.map((parameter) => `${parameter.in} ${parameter.name}`)).toEqual([
      'query token',
      'header x-signature',
    ]);
  });

  test('lists the possible errors, and all statuses of a success', () => {
    const statuses = (method: string, path: string) => Object.keys(described(method, path).responses).join(' ');
    expect(statuses('get', '/rates')).toBe('200 304 429 500 503 default');
    expect(statuses('get', `${P}/flows/{flowId}`)).toBe('200 304 401 403 404 429 500 503 default');
    expect(statuses('post', `${P}/flows`)).toBe('201 400 401 403 404 408 409 413 415 429 500 503 default');
    expect(statuses('post', '/flows/run')).toBe('200 202 400 401 404 408 409 413 415 429 500 503 default');
    expect(described('post', '/flows/run').responses['409']).toEqual({
      $ref: '#/components/responses/Conflict',
      description: '`FLOW_PAUSED`: The flow is paused.',
    });
  });

  test('marks what is deprecated: routes, parameters, fields of requests and of answers', () => {
    const cancel = described('post', `${P}/flows/runs/{runId}/cancel`) as { deprecated?: boolean; description: string };
    expect(cancel.deprecated).toBe(true);
    expect(cancel.description).toMatch(
      /^Deprecated since 2026-12-01, removed after 2027-12-01 at the earliest\. Use `DELETE/,
    );
    expect(described('get', `${P}/flows/old`)).toMatchObject({ deprecated: true });
    const list = described('get', `${P}/flows`);
    const query = list.parameters.find(({ name }) => name === 'query');
    expect(query).toMatchObject({ deprecated: true, description: expect.stringMatching(/^Find by name Deprecated/) });
    expect(list).not.toHaveProperty('deprecated');
    const { schemas } = JSON.parse(JSON.stringify(document.components));
    expect(schemas.FlowInput.properties.label).toMatchObject({ deprecated: true });
    expect(schemas.ListOldFlowsItem.properties.title).toMatchObject({ deprecated: true });
    expect(JSON.stringify(document).match(/"deprecated":true/g)).toHaveLength(5);
    const headersOf = (operation: object) => Object.keys((operation as typeof list).responses['200']?.headers ?? {});
    expect(headersOf(list)).toEqual(expect.arrayContaining(['Deprecation', 'Sunset', 'Link']));
    expect(headersOf(described('get', '/rates'))).not.toContain('Deprecation');
  });

  test('groups operations by tags, in the order of the documentation and with a description each', () => {
    expect(described('get', `${P}/flows/{flowId}`).tags).toEqual(['Flows']);
    expect(described('get', `${P}/flows/folders`).tags).toEqual(['Folders']);
    expect(document.tags.map((tag) => tag.name)).toEqual([
      'Flows',
      'Folders',
      'Webhook trigger',
      'Fail',
      'Keys',
      'Rates',
    ]);
    expect(document.tags.filter((tag) => !tag.description)).toEqual([]);
  });

  test('gives routes that share an operation different operationIds', () => {
    const rates = route({ operation: parse('query ListRates { rates { unit } }'), summary: 'Rates', data: (r) => r });
    const own = { ...rates, variables: () => ({}) };
    const { paths } = build([{ 'GET /rates': rates, 'GET /rates/:unit': own, 'GET /more/:unit': own }]);
    const idOf = (path: string) => (paths[path] as { get: { operationId: string } }).get.operationId;
    expect(['/rates', '/rates/{unit}', '/more/{unit}'].map(idOf)).toEqual([
      'listRates',
      'listRatesByUnit',
      'listRatesByUnit2',
    ]);
  });
});

describe('types of the client', () => {
  const one = { type: 'string' };

  test.each([
    [true, 'unknown'],
    [{ type: ['string', 'null'], format: 'date-time' }, 'string | null'],
    [{ type: 'string', anyOf: [{ format: 'date' }, { format: 'date-time' }] }, 'string'],
    [{ type: 'string', anyOf: [{ enum: ['*'] }, { pattern: '^custom' }] }, '"*" | (string & {})'],
    [{ type: 'string', pattern: '[1-9]', allOf: [{ pattern: '^.$' }] }, 'string'],
    [{ oneOf: [{ $ref: '#/components/schemas/B.C' }, { const: 1 }, { type: 'null' }] }, 'B_C | 1 | null'],
    [{ type: 'array', items: { enum: ['a', 'b'] } }, '("a" | "b")[]'],
    [{ properties: { 'a-b': one, c: one }, required: ['c'] }, '{\n  "a-b"?: string;\n  c: string;\n}'],
    [{ type: 'object', additionalProperties: one }, '{\n  [key: string]: string;\n}'],
    [
      { properties: { c: { ...one, description: 'Use `d`.', deprecated: true } }, additionalProperties: false },
      '{\n  /**\n   * Use `d`.\n   *\n   * @deprecated\n   */\n  c?: string;\n}',
    ],
    [{ type: 'object', properties: { c: one }, allOf: [{ $ref: '#/x/D' }] }, '({\n  c?: string;\n}) & (D)'],
  ])('%j is %s', (schema, type) => {
    const written = printClient({ paths: {}, components: { schemas: { A: schema } } })['schemas.ts'];
    expect(written).toContain(`\nexport type A = ${type};\n`);
  });

  test('a parameter of the path and one of the query may not have the same name', () => {
    const parameters = ['path', 'query'].map((where) => ({ name: 'id', in: where }));
    const contract: Contract = { paths: { '/a/{id}': { get: { operationId: 'getA', parameters, responses: {} } } } };
    expect(() => printClient(contract)).toThrow('Two inputs of getA have one name: id, id.');
  });
});
