import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { recordStatements, type SentStatement } from '../../../support/list-plans.js';
import type { Owner } from '../../../support/seed.js';

let app: TestApp;
let owner: Owner;
let sentSince: () => SentStatement[];

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
  const path = `/workspaces/${owner.workspaceId}/contacts`;
  // At once, so that batches of entries are added to the chain by several statements.
  await Promise.all(
    Array.from({ length: 30 }, (_, at) =>
      app.rest(`POST ${path}`, { as: owner.token, body: { name: `Contact ${at}` } }),
    ),
  );
  const key = await app.seed.apiKey(owner);
  await app.rest(`POST ${path}`, { as: key, body: { name: 'By a key' } });
  const reader = await app.seed.apiKey(owner, ['contacts:read']);
  await app.rest(`POST ${path}`, { as: reader, body: { name: 'Refused' } });
  sentSince = recordStatements(app);
});
afterAll(() => app.stop());

async function totalOf(query: string): Promise<number> {
  const { body } = await app.rest(`GET /workspaces/${owner.workspaceId}/audit-log?limit=1${query}`, {
    as: owner.token,
  });
  return (body as { pagination: { total: number } }).pagination.total;
}

test.each([
  ['', 'true'],
  ['&actorKind=user', `actor_kind = 'user'`],
  ['&actorKind=apiKey', `actor_kind = 'apiKey'`],
  ['&outcome=refused', `outcome = 'refused'`],
  ['&outcome=done', `outcome = 'done'`],
  ['&action=createContact', `action = 'createContact'`],
  [
    '&action=createContact&actorKind=user&outcome=done',
    `action = 'createContact' and actor_kind = 'user' and outcome = 'done'`,
  ],
  ['&action=nothing', 'false'],
])('the total of the audit log with %j is that of its entries, which are not counted', async (query, condition) => {
  sentSince();
  const total = await totalOf(query);
  const statements = sentSince().filter(({ text }) => /list_audit_log/.test(text));
  const { rows } = await app.services.db.pool.query<{ n: number }>(
    `select count(*)::integer as n from audit_log where workspace_id = $1 and ${condition}`,
    [owner.workspaceId],
  );
  expect(total).toBe(rows[0]?.n);
  expect(total > 0).toBe(condition !== 'false');
  expect(statements.map(({ text }) => /count\(\*\)/.test(text))).toEqual([false]);
});

test('entries of an actor are counted', async () => {
  const { rows } = await app.services.db.pool.query<{ n: number; userId: string }>(
    `select count(*)::integer as n, user_id as "userId" from audit_log where workspace_id = $1 and user_id is not null group by 2`,
    [owner.workspaceId],
  );
  expect(await totalOf(`&userId=${rows[0]?.userId}&actorKind=user`)).toBeGreaterThan(20);
  expect(await totalOf(`&userId=${rows[0]?.userId}`)).toBe(rows[0]?.n);
});
