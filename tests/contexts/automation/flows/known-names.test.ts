import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { readKnownNames } from '../../../../src/contexts/automation/flows/known-names.js';
import type { Sql } from '../../../../src/platform/database/sql.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import type { Owner } from '../../../support/seed.js';

let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
});
afterAll(() => app.stop());

async function flow(): Promise<string> {
  return (await app.seed.flow(owner, {}, false)).id;
}

async function call(caller: string, callee: string, workspaceId = owner.workspaceId): Promise<void> {
  await app.services.db.pool.query("insert into flow_references values ($1, 'flow', $3, $2)", [
    workspaceId,
    caller,
    callee,
  ]);
}

const known = (flowId: string, names: { kind: 'flow'; name: string }[]) =>
  readKnownNames(app.services.db.pool, { workspaceId: owner.workspaceId, flowId }, names);

test('called flows are followed transitively, through cycles, and not beyond the flow itself', async () => {
  const [self, a, b, c, beyond] = [await flow(), await flow(), await flow(), await flow(), await flow()];
  await call(a, b);
  await call(b, c);
  await call(c, b);
  await call(c, self);
  await call(self, beyond);
  await call(beyond, a);
  const { records, calls } = await known(self, [{ kind: 'flow', name: a }]);
  expect(records.flow).toEqual([a]);
  expect(calls.map(({ caller, callee }) => `${caller}>${callee}`).sort()).toEqual(
    [`${a}>${b}`, `${b}>${c}`, `${c}>${b}`, `${c}>${self}`].sort(),
  );
});

test('flows of another workspace are unknown', async () => {
  const stranger = await app.seed.owner();
  const theirs = (await app.seed.flow(stranger, {}, false)).id;
  const self = await flow();
  await call(theirs, theirs, stranger.workspaceId);
  const { records, calls } = await known(self, [
    { kind: 'flow', name: theirs },
    { kind: 'flow', name: uuidv7() },
  ]);
  expect([records.flow, calls]).toEqual([[], []]);
});

describe('a flow cannot be activated or started that calls', () => {
  const calling = (flowId: string) =>
    graph([node('start', 'trigger.manual'), node('call', 'flow.call', { flowId })], 'start>call');
  const rulesOf = async (method: 'PATCH' | 'POST', path: string, body: object) => {
    const address = `/workspaces/${owner.workspaceId}/flows/${path}`;
    const { body: answer } = await app.rest(`${method} ${address}`, { as: owner.token, body });
    return answer.success ? 'none' : answer.error.details?.map(({ rule }) => rule);
  };

  test.each(['no-uuid', uuidv7()])('a flow that the workspace lacks: %s', async (flowId) => {
    const { id } = await app.seed.flow(owner, calling(flowId), false);
    expect(await rulesOf('PATCH', id, { isActive: true })).toEqual(['SUBFLOW_MISSING']);
    expect(await rulesOf('POST', `${id}/trigger`, {})).toEqual(['SUBFLOW_MISSING']);
  });

  test('itself through another flow', async () => {
    const first = await flow();
    const second = (await app.seed.flow(owner, calling(first), false)).id;
    expect(await rulesOf('PATCH', first, calling(second))).toBe('none');
    expect(await rulesOf('PATCH', first, { isActive: true })).toEqual(['SUBFLOW_RECURSION']);
  });
});

test('a long chain is one statement', async () => {
  const ids: string[] = [];
  for (let index = 0; index < 30; index++) ids.push(await flow());
  for (const [index, id] of ids.entries()) await call(id, ids[(index + 1) % ids.length] as string);
  const { pool } = app.services.db;
  let statements = 0;
  const counting: Sql = {
    query: ((...args: Parameters<Sql['query']>) => {
      statements++;
      return pool.query(...args);
    }) as Sql['query'],
  };
  const key = { workspaceId: owner.workspaceId, flowId: ids[0] as string };
  const { calls } = await readKnownNames(counting, key, [{ kind: 'flow', name: ids[1] as string }]);
  expect([statements, calls.length]).toEqual([1, 29]);
});
