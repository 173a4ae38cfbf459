import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ExecutionResult } from 'graphql';
import { ChangedType } from '../../../../src/contexts/insight/changes/change.object.js';
import { parseCursor } from '../../../../src/contexts/insight/changes/change-cursor.js';
import { changeFeed } from '../../../../src/contexts/insight/changes/change-feed.js';
import { deleteOldChanges } from '../../../../src/contexts/insight/changes/delete-old-changes.js';
import { followChanges } from '../../../../src/contexts/insight/changes/follow-changes.js';
import { allTypes, readChanges } from '../../../../src/contexts/insight/changes/read-changes.js';
import { behind, emptySnapshot } from '../../../../src/platform/feed/index.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { loggedRandom } from '../../../support/random.js';
import type { Owner } from '../../../support/seed.js';
import { testPool } from '../../../support/test-pool.js';
import { waitFor } from '../../../support/wait-for.js';
import { newEmail, password } from '../../accounts/members/people.js';

let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
});
afterAll(() => app.stop());

interface Change {
  eventId: string;
  cursor: string;
  type: string;
  action: string;
  id: string;
  record: Record<string, unknown> | null;
}

const subscription = `subscription ($workspaceId: ID!, $after: String, $types: [ChangedType!]) {
  change: workspaceChanged(workspaceId: $workspaceId, after: $after, types: $types) {
    eventId cursor type action id record {
      __typename ... on Contact { person: name } ... on Opportunity { name } ... on Conversation { channel } ... on Message { body }
      ... on CalendarEvent { title } ... on Campaign { name } ... on Flow { name } ... on Member { email } ... on Wallet { balance }
    } } }`;

type Results = AsyncIterableIterator<ExecutionResult<{ change: Change }>>;

function subscribe(variables: object, as = owner.token): Results {
  return app.subscribe(subscription, { workspaceId: owner.workspaceId, ...variables }, as) as Results;
}

/** The next changes; an error of the subscription is thrown. */
async function take(results: Results, count: number): Promise<Change[]> {
  const changes: Change[] = [];
  while (changes.length < count) {
    const { value, done } = await results.next().catch((refused) => {
      throw new Error(JSON.stringify(refused));
    });
    if (done) throw new Error('The subscription has ended.');
    if (value.errors?.[0]) throw new Error(JSON.stringify(value.errors[0]));
    changes.push(value.data?.change as Change);
  }
  return changes;
}

/** The changes of contacts after a cursor. */
async function changesAfter(
  after: string,
  count: number,
  workspaceId = owner.workspaceId,
): Promise<Omit<Change, 'record'>[]> {
  const { db, get } = app.services;
  const source = { sql: db.within(workspaceId), feed: get(changeFeed) };
  const topic = { workspaceId, types: [ChangedType.contact] };
  const changes: Omit<Change, 'record'>[] = [];
  if (count === 0) return [];
  for await (const { change } of followChanges(source, topic, parseCursor(after))) {
    if (changes.push(change) === count) break;
  }
  return changes;
}

/** The code of the error with which a subscription ends: as a result, or as a refusal of the operation. */
const codeOf = async (results: Results) => {
  const errors = await results.next().then(
    ({ value }) => value.errors,
    (refused: { extensions: { code: string } }[]) => refused,
  );
  return errors?.[0]?.extensions?.code;
};

async function run<T = Record<string, never>>(query: string, variables: object = {}, as = owner.token): Promise<T> {
  const { data, errors } = await app.graphql<T>(query, { workspaceId: owner.workspaceId, ...variables }, as);
  if (errors?.[0]) throw new Error(JSON.stringify(errors[0]));
  return data as T;
}

async function cursorNow(): Promise<string> {
  const { workspace } = await run<{ workspace: { cursor: string } }>(
    'query ($workspaceId: ID!) { workspace(id: $workspaceId) { cursor } }',
  );
  return workspace.cursor;
}

const call = async (route: string, body?: unknown, status = 201) => {
  const answer = await app.rest(route.replace('P/', `/workspaces/${owner.workspaceId}/`), {
    as: owner.token,
    ...(body !== undefined && { body }),
  });
  if (answer.status !== status) throw new Error(JSON.stringify(answer.body));
  return answer.body.data as { id: string };
};

const brief = ({ type, action, record }: Change) => `${type} ${action} ${record?.__typename ?? null}`;

describe('workspaceChanged', () => {
  test('reports each kind of record with its record, and deletions without', async () => {
    const after = await cursorNow();
    const contact = await call('POST P/contacts', { name: 'Ada', email: 'ada@example.com' });
    const conversation = await call('POST P/conversations', { contactId: contact.id, channel: 'webchat' });
    await call(`POST P/conversations/${conversation.id}/messages`, { direction: 'inbound', body: 'Hello' });
    await call('POST P/calendar-events', {
      title: 'Call',
      timezone: 'UTC',
      startsAt: '2027-01-01T10:00:00Z',
      endsAt: '2027-01-01T11:00:00Z',
    });
    await call('POST P/campaigns', { name: 'News', channel: 'email' });
    await app.seed.flow(owner, graph([node('start', 'trigger.manual')]), false);
    await run(
      'mutation ($workspaceId: ID!) { topUpWallet(workspaceId: $workspaceId, input: { amount: "5", reference: "r" }) { balance } }',
    );
    await app.services.db.pool.query(`update users set name = 'Ada Lovelace' where email = $1`, [owner.email]);
    await call(`DELETE P/contacts/${contact.id}`, undefined, 200);
    const results = subscribe({ after });
    const changes: Change[] = [];
    while (!changes.some(({ type, action }) => type === 'contact' && action === 'deleted')) {
      changes.push(...(await take(results, 1)));
    }
    const seen = changes.map(brief);
    for (const expected of [
      'calendar_event created CalendarEvent',
      'campaign created Campaign',
      'flow created Flow',
      'wallet updated Wallet',
      'member updated Member',
      // These records were deleted meanwhile.
      'contact created null',
      'conversation created null',
      'message created null',
      'contact deleted null',
    ])
      expect(seen).toContain(expected);
    const rest = await take(results, 2);
    expect(rest.map(brief)).toEqual(['conversation deleted null', 'message deleted null']);
    await results.return?.();
    const all = [...changes, ...rest];
    const eventIds = all.map(({ eventId }) => eventId);
    expect(new Set(eventIds).size).toBe(all.length);
    // Read again, from the middle on.
    const again = subscribe({ after: changes[1]?.cursor });
    expect((await take(again, all.length - 2)).map(({ eventId }) => eventId)).toEqual(eventIds.slice(2));
    await again.return?.();
  });

  test('reports that the draft of a flow was saved, discarded or published as one change of the flow', async () => {
    const { id: flowId } = await app.seed.flow(owner, graph([node('start', 'trigger.manual')]), false);
    const after = await cursorNow();
    const save = (timeout: number) => call(`PUT P/flows/${flowId}/draft`, { settings: { timeout } }, 200);
    await save(10);
    await save(20);
    await call(`DELETE P/flows/${flowId}/draft`, undefined, 200);
    await save(30);
    await call(`POST P/flows/${flowId}/publish`, {}, 200);
    await save(40);
    await call(`DELETE P/flows/${flowId}`, undefined, 200);
    const results = subscribe({ after, types: ['flow'] });
    expect((await take(results, 7)).map(({ id, action }) => `${id} ${action}`)).toEqual([
      ...Array.from({ length: 6 }, () => `${flowId} updated`),
      `${flowId} deleted`,
    ]);
    await results.return?.();
  });

  test('reports that an invitation was made, sent again, accepted or revoked, as lists of members show it', async () => {
    const after = await cursorNow();
    const invite = async () =>
      (await call('POST P/members', { email: newEmail(), role: 'EDITOR' })) as unknown as Record<
        'invitationId' | 'inviteToken',
        string
      >;
    const revoke = ({ invitationId }: { invitationId: string }) =>
      call(`DELETE P/members/invitations/${invitationId}`, undefined, 200);
    const [open, accepted, revoked] = [await invite(), await invite(), await invite()];
    const again = await call(`POST P/members/invitations/${accepted.invitationId}/resend`, {}, 200);
    const { inviteToken } = again as unknown as { inviteToken: string };
    const body = { token: inviteToken, password };
    expect((await app.rest('POST /auth/accept-invite', { body })).status).toBe(200);
    await revoke(revoked);
    const results = subscribe({ after, types: ['invitation'] });
    const changes = await take(results, 6);
    const idOf = ({ invitationId }: { invitationId: string }) => `invitation:${invitationId}`;
    expect(changes.map(({ action, id, record }) => [action, id, record?.__typename ?? null])).toEqual([
      ['created', idOf(open), 'Member'],
      ['created', idOf(accepted), null],
      ['created', idOf(revoked), null],
      ['updated', idOf(accepted), null],
      ['deleted', idOf(accepted), null],
      ['deleted', idOf(revoked), null],
    ]);
    // A cursor of an invitation goes on exactly behind it.
    const rest = subscribe({ after: changes[3]?.cursor, types: ['invitation', 'member'] });
    expect((await take(rest, 3)).map(brief).sort()).toEqual([
      'invitation deleted null',
      'invitation deleted null',
      'member created Member',
    ]);
    await Promise.all([results.return?.(), rest.return?.()]);
    // Members and invitations are read with a session alone.
    const key = subscribe({ after }, await app.seed.apiKey(owner, ['*']));
    await revoke(open);
    await call('POST P/contacts', { name: 'Last' });
    expect((await take(key, 1)).map(brief)).toEqual(['contact created Contact']);
    await key.return?.();
  });

  test('reports nothing of records that the caller may not read, stored or live, and refuses strangers', async () => {
    const after = await cursorNow();
    const [one, another] = ['Bo', 'Cleo'];
    await call('POST P/campaigns', { name: 'News', channel: 'email' });
    await call('POST P/contacts', { name: one });
    const key = await app.seed.apiKey(owner, ['contacts:read']);
    const results = subscribe({ after }, key);
    const campaigns = subscribe({ after, types: ['campaign'] }, await app.seed.apiKey(owner, ['campaigns:read']));
    expect((await take(results, 1)).map(brief)).toEqual(['contact created Contact']);
    await call('POST P/campaigns', { name: 'More news', channel: 'email' });
    await call('POST P/contacts', { name: another });
    expect((await take(results, 1)).map(brief)).toEqual(['contact created Contact']);
    expect((await take(campaigns, 2)).map(brief)).toEqual(['campaign created Campaign', 'campaign created Campaign']);
    await campaigns.return?.();
    await results.return?.();
    const stranger = await app.seed.owner();
    expect(await codeOf(subscribe({}, stranger.token))).toBe('NOT_FOUND');
    expect(await codeOf(subscribe({ after: 'yesterday' }))).toBe('VALIDATION_FAILED');
    expect(await codeOf(subscribe({ types: [] }))).toBe('VALIDATION_FAILED');
    expect(await codeOf(subscribe({ types: ['secret'] }))).toBe('VALIDATION_FAILED');
  });

  test('pushes what is written while it is open, and reads one row for thousands of imported records', async () => {
    const live = subscribe({ types: ['contact'] });
    const first = take(live, 1);
    let created = 0;
    // The first one shows that the subscription has begun.
    await waitFor(async () => {
      await call('POST P/contacts', { name: `First ${created++}` });
      return Promise.race([first, Promise.resolve(false)]);
    });
    const { pool } = app.services.db;
    const after = await cursorNow();
    await pool.query(
      `insert into contacts (workspace_id, id, name, status, tags, do_not_contact, custom_fields, created_at, updated_at)
       select $1, uuidv7(), 'Many', 'new', '{}', false, '{}', now(), now() from generate_series(1, 2500)`,
      [owner.workspaceId],
    );
    const stored = await pool.query(
      `select cardinality(ids) as ids from workspace_changes where workspace_id = $1 order by tx desc, cardinality(ids) limit 3`,
      [owner.workspaceId],
    );
    expect(stored.rows.map(({ ids }) => ids)).toEqual([500, 1_000, 1_000]);
    const changes = await changesAfter(after, 2_500);
    expect(new Set(changes.map(({ id }) => id)).size).toBe(2_500);
    // In the middle of that commit.
    const rest = await changesAfter(changes[1_233]?.cursor ?? '', 1_266);
    expect(rest.map(({ id }) => id)).toEqual(changes.slice(1_234).map(({ id }) => id));
    await live.return?.();
  });

  test('a cursor of before what is kept, or of a restored database, expires', async () => {
    const seen = await app.seed.owner();
    const { pool } = app.services.db;
    const own = { workspaceId: seen.workspaceId };
    const cursor = async () =>
      (
        await run<{ workspace: { cursor: string } }>(
          'query ($workspaceId: ID!) { workspace(id: $workspaceId) { cursor } }',
          own,
          seen.token,
        )
      ).workspace.cursor;
    const after = await cursor();
    await deleteOldChanges(pool, new Date(Date.now() - 59 * 60_000));
    expect(await codeOf(subscribe({ ...own, after }, seen.token))).toBe('CURSOR_EXPIRED');
    await deleteOldChanges(pool, new Date(0));
    await pool.query('update event_log set changes_kept_since = null, tx = pg_current_xact_id()');
    const { rowCount } = await pool.query('select from workspace_changes where workspace_id = $1', [seen.workspaceId]);
    expect(rowCount).toBeGreaterThan(0);
    await pool.query(`update workspace_changes set created_at = now() - interval '80 hours' where workspace_id = $1`, [
      seen.workspaceId,
    ]);
    await deleteOldChanges(pool, new Date(Date.now() - 72 * 60 * 60_000));
    expect(
      (await pool.query('select from workspace_changes where workspace_id = $1', [seen.workspaceId])).rowCount,
    ).toBe(0);
    const live = subscribe({ ...own, after, types: ['contact'] }, seen.token);
    const next = take(live, 1);
    await run(
      'mutation ($workspaceId: ID!) { createContact(workspaceId: $workspaceId, input: { name: "Cy" }) { id } }',
      own,
      seen.token,
    );
    expect((await next).map(brief)).toEqual(['contact created Contact']);
    await live.return?.();
  });
});

describe('what Workspace.cursor was read with', () => {
  const people = 6;
  const rounds = 40;

  test('and the changes after it are the whole, each commit once, beside writers in open transactions', async () => {
    const random = loggedRandom('changes beside writers');
    const seen = await app.seed.owner();
    const writers = testPool(app.database.url);
    const { rows } = await writers.query<{ id: string }>(
      `insert into contacts (workspace_id, id, name, company, status, tags, do_not_contact, custom_fields, created_at, updated_at)
       select $1, uuidv7(), 'Counted', '0', 'new', '{}', false, '{}', now(), now() from generate_series(1, $2) returning id`,
      [seen.workspaceId, people],
    );
    const ids = rows.map(({ id }) => id).sort();
    const text =
      'update contacts set company = (company::integer + $3::integer)::text where workspace_id = $1 and id = $2';
    /** Counts the commits that changed a contact; the second statement of a commit must not count again. */
    const commitOne = async () => {
      const sql = await writers.connect();
      await sql.query('begin');
      for (const id of ids.filter(() => random() < 0.4)) {
        await sql.query(text, [seen.workspaceId, id, 1]);
        if (random() < 0.3) await sql.query(text, [seen.workspaceId, id, 0]);
      }
      await sql.query(random() < 0.2 ? 'rollback' : 'commit');
      sql.release();
    };
    let open = 4;
    const done = Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let round = 0; round < rounds; round++) await commitOne();
        open--;
      }),
    );
    const query = `query ($workspaceId: ID!) { workspace(id: $workspaceId) { contacts { items { id company } } cursor } }`;
    interface Snapshot {
      workspace: { cursor: string; contacts: { items: { id: string; company: string }[] } };
    }
    const snapshots: Snapshot['workspace'][] = [];
    while (open > 0 && snapshots.length < 40) snapshots.push((await run<Snapshot>(query, seen, seen.token)).workspace);
    await done;
    const final = await writers.query<{ id: string; company: string }>(
      'select id, company from contacts where workspace_id = $1 and id = any($2)',
      [seen.workspaceId, ids],
    );
    expect(snapshots.length).toBeGreaterThan(3);
    for (const { cursor, contacts } of snapshots) {
      const counted = new Map(contacts.items.map(({ id, company }) => [id, Number(company)]));
      const expected = final.rows.reduce((sum, { id, company }) => sum + Number(company) - (counted.get(id) ?? 0), 0);
      for (const { id } of await changesAfter(cursor, expected, seen.workspaceId)) {
        counted.set(id, (counted.get(id) ?? 0) + 1);
      }
      expect(Object.fromEntries(counted)).toEqual(
        Object.fromEntries(final.rows.map(({ id, company }) => [id, Number(company)])),
      );
    }
    await writers.end();
  });
});

describe('the feed of changes', () => {
  test('returns the same in pages of any size', async () => {
    const { pool } = app.services.db;
    const topics = [{ workspaceId: owner.workspaceId, types: allTypes }];
    const readAll = async (rowsAtMost: number) => {
      const ids: string[] = [];
      let position = behind(emptySnapshot) as Parameters<typeof readChanges>[1][number]['position'];
      do {
        const tail = { workspaceId: owner.workspaceId, position, topics };
        const { events, positions } = await readChanges(pool, [tail], rowsAtMost);
        ids.push(...events.map(({ change: { type, id, action } }) => `${type} ${id} ${action}`));
        position = positions[0] ?? null;
      } while (position?.rest);
      return ids;
    };
    await pool.query(`delete from contacts where workspace_id = $1 and name = 'Many'`, [owner.workspaceId]);
    const whole = await readAll(100_000);
    expect((await readAll(997)).join('\n')).toEqual(whole.join('\n'));
    expect(whole.length).toBeGreaterThan(2_500);
  });
});
