import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { nobody } from '../support/sample-args.js';
import { workEnded } from '../support/work-ended.js';
import { executed, type NodeIdField, nodeIdFields, validated } from './isolation/foreign-nodes.js';
import { graphqlReads } from './isolation/graphql-reads.js';
import { idsFor, isIdPlace } from './isolation/id-places.js';
import { changedTables, tenantRows } from './isolation/tenant-rows.js';
import { tryForeignIds } from './isolation/try-foreign-ids.js';
import { graphqlOperations } from './naughty/graphql-operations.js';
import type { Operation } from './naughty/operation.js';
import { restOperations, restReads } from './naughty/rest-operations.js';
import { World } from './naughty/world.js';

/*
 * Two workspaces with one of everything. Each ID that an operation or a node accepts, at any depth of its input, is tried
 * with those of the other workspace. What is new in the schema, in a record or in a node type is tried by itself.
 */
const ours = new World();
const theirs = new World();
const operations = [
  ...restOperations(ours),
  ...graphqlOperations(ours),
  ...restReads(ours),
  ...graphqlReads(ours),
].filter(({ targets }) => targets.some(isIdPlace));
let before: Map<string, string>;

beforeAll(async () => {
  await ours.open(restOperations(ours));
  await theirs.open(restOperations(theirs), ours.app);
  await endWork();
  before = await rows();
});
afterAll(async () => {
  await theirs.close();
  await ours.close();
});

/** What works in the other workspace ends, and its webhook is switched off: no attempt, execution or job changes its rows later. */
async function endWork(): Promise<void> {
  const { workspaceId, webhookId } = theirs.ids;
  const path = `/workspaces/${workspaceId}/webhooks/${webhookId}`;
  await ours.app.rest(`PATCH ${path}`, { as: theirs.caller, body: { isActive: false } });
  await workEnded(ours.app, workspaceId as string);
}

const rows = () => tenantRows(ours.app.services.db.pool, theirs.ids.workspaceId as string);
const owner = () => ({ workspaceId: ours.ids.workspaceId as string, token: ours.caller, email: '' });

test('the other workspace has something in most tables, and a change of it would be seen', async () => {
  expect([...before.values()].filter((digest) => !digest.startsWith('0 rows')).length).toBeGreaterThan(30);
  const own = () => tenantRows(ours.app.services.db.pool, ours.ids.workspaceId as string);
  const earlier = await own();
  const path = `/workspaces/${ours.ids.workspaceId}`;
  await ours.app.rest(`PATCH ${path}`, { as: ours.caller, body: { name: 'Renamed' } });
  expect(changedTables(earlier, await own())).toContain('workspaces');
});

describe('an ID of another workspace', () => {
  test.each(operations.map((operation): [string, Operation] => [operation.name, operation]))(
    'is one that does not exist, in every place for an ID of %s',
    async (_name, operation) => {
      expect(await tryForeignIds(operation, ours.ids, theirs.ids)).toEqual([]);
      expect(changedTables(before, await rows())).toEqual([]);
    },
    // A change of many records has hundreds of places.
    300_000,
  );

  test.each(nodeIdFields)('is one that does not exist, in $field of $type', async (place: NodeIdField) => {
    const [unknown, run] = [
      await validated(ours.app, owner(), place, nobody),
      await executed(ours.app, owner(), place, nobody),
    ];
    const tried = idsFor(place.field, theirs.ids).map(async (id) => {
      expect(await validated(ours.app, owner(), place, id)).toBe(unknown);
      expect(await executed(ours.app, owner(), place, id)).toBe(run);
    });
    await Promise.all(tried);
    expect(changedTables(before, await rows())).toEqual([]);
  });

  test.each(['contactIds', 'assignedTo'])('is one that does not exist, in %s of an audience', async (field) => {
    const campaigns = `POST /workspaces/${ours.ids.workspaceId}/campaigns`;
    const answers = [nobody, theirs.ids.contactId, theirs.ids.userId].map(async (id) => {
      const audience = { [field]: field === 'contactIds' ? [id] : id };
      const body = { name: 'Mine', channel: 'sms', message: 'Hello', audience };
      const { status, body: answer } = await ours.app.rest(campaigns, { as: ours.caller, body });
      return JSON.stringify([status, answer.error?.message]).replaceAll(String(id), 'ID');
    });
    expect(new Set(await Promise.all(answers)).size).toBe(1);
    // Filters that match nobody are no error.
    expect(await answers[0]).toMatch(field === 'contactIds' ? /^\[400,/ : /^\[201,/);
  });
});
