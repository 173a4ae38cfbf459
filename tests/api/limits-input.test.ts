import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import { nobody } from '../support/sample-args.js';
import type { Owner } from '../support/seed.js';
import { askOverHttp } from './limits-ask.js';

let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
});

afterAll(() => app.stop());

const createFlow =
  'mutation ($id: ID!, $input: CreateFlowInput!) { createFlow(workspaceId: $id, input: $input) { id } }';

/** The error on both surfaces, which must say the same. */
async function refusal(input: object) {
  const rest = await app.rest(`POST /workspaces/${owner.workspaceId}/flows`, { as: owner.token, body: input });
  const [, { errors }] = await askOverHttp(createFlow, { id: owner.workspaceId, input }, { at: app, as: owner.token });
  const { code, message, details = [] } = rest.body.error;
  expect([rest.status, code]).toEqual([400, 'VALIDATION_FAILED']);
  expect(errors?.[0]).toMatchObject({ message, extensions: { code, details } });
  return { message, details };
}

const list = (length: number, entry: unknown) => Array.from({ length }, () => entry);

describe('an input', () => {
  test('has at most 2,500 objects in a list', async () => {
    const { details } = await refusal({ name: 'Long', nodes: list(900_000, {}), edges: [] });
    expect(details).toEqual([{ field: 'nodes', rule: 'TOO_LARGE', message: 'nodes must have at most 2500 entries.' }]);
  });

  test('has at most 50,000 entries in total', async () => {
    const keys = Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`k${at}`, 1]));
    const { details } = await refusal({ name: 'Many', ...keys });
    const message = 'input must be smaller: an operation may have at most 50000 entries and fields in its input.';
    expect(details).toEqual([{ field: 'input', message }]);
  });

  test('with thousands of violations has the first hundred reported', async () => {
    const ofTypes = await refusal({ name: 'Wrong', nodes: list(2_000, 1), edges: [] });
    expect(ofTypes.message).toBe('nodes[0] must be a JSON object, not a number. And at least 99 more: see details.');
    expect(ofTypes.details).toHaveLength(100);
    const node = { id: '', type: '', position: { x: 0, y: 0 }, data: {} };
    const ofRules = await refusal({ name: '', nodes: list(2_000, node), edges: [] });
    expect(ofRules.details).toHaveLength(100);
  });

  test('of another workspace is not reported on', async () => {
    const body = { name: 'Long', nodes: list(3_000, {}) };
    const refused = await app.rest(`POST /workspaces/${nobody}/flows`, { as: owner.token, body });
    expect([refused.status, refused.body.error.code]).toEqual([404, 'NOT_FOUND']);
  });

  test('may hold any number of values inside of JSON', async () => {
    const nodes = [{ id: 'start', type: 'trigger.manual', position: { x: 0, y: 0 }, data: {} }];
    const variables = list(1, { name: 'all', value: list(100_000, 1) });
    const created = await app.rest(`POST /workspaces/${owner.workspaceId}/flows`, {
      as: owner.token,
      body: { name: 'JSON', nodes, edges: [], variables },
    });
    expect(created.status).toBe(201);
  });
});
