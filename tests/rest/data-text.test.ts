import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildSchema, parse } from 'graphql';
import { envelopeText, paginationOf, printedDataOf, textOfData } from '../../src/rest/data-text.js';
import { readOperation } from '../../src/rest/openapi/read-operation.js';
import { type Route, route } from '../../src/rest/route.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import type { Owner } from '../support/seed.js';

const schema = buildSchema(`
  type Query { workspace: Workspace }
  type Workspace { id: ID! flow: Flow flows: Flows! }
  type Flow { id: ID! name: String! }
  type Flows { items: [Flow!]! pagination: Pagination! }
  type Pagination { page: Int total: Int! }`);

function printed(text: string, data: Route['data'], rest: Partial<Route> = {}) {
  const operation = parse(text) as Route['operation'];
  const row = route({ operation, summary: 'A row', data, ...rest }) as Route;
  return printedDataOf(row, readOperation(schema, operation).selected);
}

type Result = { workspace: { id: string; flow: { name: string } | null; flows: { items: unknown[] } } };
const take = (data: (result: Result) => unknown) => data as Route['data'];
const page = '{"items":[{"name":"a,\\"pagination\\":{}"}],"pagination":{"page":1,"total":1}}';
const pageQuery = 'query A { workspace { flows { items { name } pagination { page total } } } }';

describe('the data of a printed answer', () => {
  test('are a part of its text', () => {
    const one = printed(
      'query A { workspace { flow { id name } } }',
      take(({ workspace }) => workspace.flow),
    );
    const text = '{"id":"1","name":"a"}';
    expect(one?.(`{"workspace":{"flow":${text}}}`)).toEqual({ text, isPage: false });
    expect([one?.('{"workspace":{"flow":null}}'), one?.('{"workspace":null}'), one?.(undefined)]).toEqual([
      null,
      null,
      null,
    ]);
  });

  test('that are a page become items and pagination, whatever is in the texts of the items', () => {
    const data = printed(
      pageQuery,
      take(({ workspace }) => workspace.flows),
    )?.(`{"workspace":{"flows":${page}}}`);
    expect(data).toEqual({ text: page, isPage: true });
    if (!data) return;
    expect(paginationOf(data)).toEqual({ page: 1, total: 1 });
    const { items, pagination } = JSON.parse(page);
    expect(JSON.parse(envelopeText(data))).toEqual({ success: true, data: items, pagination });
    expect(envelopeText(textOfData({ pagination, items, other: 1 }))).toBe(envelopeText(data));
  });

  test.each<[string, string, Route['data'], Partial<Route>?]>([
    ['several values', 'query A { workspace { id flow { name } } }', take(({ workspace }) => workspace.flow)],
    ['computed data', pageQuery, take(({ workspace }) => ({ flows: workspace.flows }))],
    ['converted data', pageQuery, take(({ workspace }) => workspace.flows.items.map(String))],
    [
      'a page in another order',
      'query A { workspace { flows { pagination { page } items { id } } } }',
      take((one) => one.workspace.flows),
    ],
    ['data without nulls', pageQuery, take(({ workspace }) => workspace.flows), { withoutNulls: true }],
  ])('are read as values for %s', (_what, text, data, rest) => {
    expect(printed(text, data, rest)).toBeNull();
  });
});

describe('what REST leaves out if it is null', () => {
  let app: TestApp;
  let owner: Owner;
  beforeAll(async () => {
    app = await startTestApp();
    owner = await app.seed.owner();
  });
  afterAll(() => app.stop());

  test('is left out of a printed list, a printed record and its change alike, and is null over GraphQL', async () => {
    const path = `/workspaces/${owner.workspaceId}/flows`;
    const content = graph([node('a', 'trigger.manual')]);
    const { body } = await app.rest(`POST ${path}`, { as: owner.token, body: { name: 'A', settings: {}, ...content } });
    const { id, settings } = body.data as { id: string; settings: object };
    const list = await app.rest(`GET ${path}`, { as: owner.token });
    const one = await app.rest(`GET ${path}/${id}`, { as: owner.token });
    const changed = await app.rest(`PATCH ${path}/${id}`, { as: owner.token, body: { description: 'b' } });
    expect(Object.values(settings)).not.toContain(null);
    expect((list.body.data as { settings: object }[])[0]?.settings).toEqual(settings);
    expect([one.body.data, changed.body.data]).toMatchObject([{ settings }, { settings }]);
    const after = await app.rest(`GET ${path}/${id}`, { as: owner.token });
    expect(changed.headers.get('etag')).toBe(after.headers.get('etag'));
    const query = 'query ($w: ID!) { workspace(id: $w) { flows { items { settings { environment errorFlowId } } } } }';
    const { data, errors } = await app.graphql<{ workspace: { flows: { items: [{ settings: object }] } } }>(
      query,
      { w: owner.workspaceId },
      owner.token,
    );
    expect(errors).toBeUndefined();
    expect(Object.values(data?.workspace.flows.items[0].settings ?? {})).toContain(null);
  });
});
