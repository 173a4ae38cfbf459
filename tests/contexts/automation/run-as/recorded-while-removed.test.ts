import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import * as documents from '../../../../src/rest/generated/operations.js';
import { ask, payloadOf, type Surface, type SurfaceAnswer, surfaces } from '../../../api/both-surfaces.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';
import { addMember } from '../../accounts/members/people.js';

let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
}, 60_000);
// A workspace has 20 at most.
afterEach(() => app.services.db.pool.query('delete from webhooks'));
afterAll(() => app.stop());

const harmless = {
  ...graph([node('start', 'trigger.webhook'), node('end', 'logic.stop')], 'start>end'),
  settings: { triggerType: 'webhook' },
};
const writing = {
  ...graph([node('start', 'trigger.webhook'), node('save', 'crm.upsertContact', { email: 'a@b.co' })], 'start>save'),
  settings: { triggerType: 'webhook' },
};

interface World {
  surface: Surface;
  member: string;
  /** The credential of who answers, and what they are recorded as. */
  as: string;
  runAs: string;
  keyId: string;
  /** A flow that runs as them. */
  running: string;
}

const request = (as: string, ids: Record<string, string>, input?: object) => ({
  as,
  workspaceId: owner.workspaceId,
  ids,
  ...(input && { input }),
});

async function worldOf(surface: Surface, isKey: boolean): Promise<World> {
  const member = await addMember(app, owner.workspaceId, owner.token, 'EDITOR', ['webhooks:read', 'webhooks:write']);
  const input = { name: 'Deploy', capabilities: ['*'] };
  const made = await ask(app, surface, 'createApiKey', request(member.token, {}, input));
  const { id, key } = payloadOf<{ id: string; key: string }>(surface, made);
  const [as, runAs] = isKey ? [key, id] : [member.token, member.userId];
  const running = await app.seed.flow({ ...owner, token: as }, writing);
  return { surface, member: member.userId, as, runAs, keyId: id, running: running.id };
}

/** How somebody loses rights, all that the deeds below need. */
const ends = {
  'a member who is removed': {
    isKey: false,
    end: ({ surface, member }: World) =>
      ask(
        app,
        surface,
        ['DELETE P/members/:userId', documents.RemoveMemberDocument],
        request(owner.token, { userId: member }),
      ),
    lock: 'lock_member',
    answering: 'lock_answering_member',
  },
  'a member who gets another role': {
    isKey: false,
    end: ({ surface, member }: World) =>
      ask(
        app,
        surface,
        ['PATCH P/members/:userId/role', documents.UpdateMemberDocument],
        request(
          owner.token,
          { userId: member },
          { role: 'VIEWER', capabilities: [], deniedCapabilities: ['contacts:read'] },
        ),
      ),
    lock: 'lock_member',
    answering: 'lock_answering_member',
  },
  'an API key that is revoked': {
    isKey: true,
    end: ({ surface, keyId }: World) => ask(app, surface, 'revokeApiKey', request(owner.token, { keyId })),
    lock: 'revoke_api_key',
    answering: 'lock_answering_key',
  },
  'an API key whose creator is removed': {
    isKey: true,
    end: ({ surface, member }: World) =>
      ask(
        app,
        surface,
        ['DELETE P/members/:userId', documents.RemoveMemberDocument],
        request(owner.token, { userId: member }),
      ),
    lock: 'lock_member',
    answering: 'lock_answering_member',
  },
};

/** What somebody does that goes on by itself: it needs a paused row, made before, or none. */
interface Deed {
  table: string;
  prepare?: (world: World, content: Record<string, unknown>) => Promise<string>;
  act: (world: World, id: string) => Promise<SurfaceAnswer>;
  /** Whether something of them goes on. */
  goesOn: string;
  isSessions?: true;
}

const hook = { url: 'https://receiver.example/h', events: ['contact.created'] };
const flowsGoOn = 'select from flows where run_as = $1 and is_active and id <> $2';
const webhooksGoOn = 'select from webhooks where run_as = $1 and is_active and id <> $2';

const deeds: Record<string, Deed> = {
  'activates a flow': {
    table: 'flows',
    prepare: async (_world, content) => (await app.seed.flow(owner, content, false)).id,
    act: ({ surface, as }, flowId) => ask(app, surface, 'updateFlow', request(as, { flowId }, { isActive: true })),
    goesOn: flowsGoOn,
  },
  'creates a webhook': {
    table: 'webhooks',
    act: ({ surface, as }) =>
      ask(app, surface, ['POST P/webhooks', documents.CreateWebhookDocument], request(as, {}, hook)),
    goesOn: webhooksGoOn,
  },
  'switches a webhook on': {
    table: 'webhooks',
    prepare: async ({ surface }) => {
      const make: [string, typeof documents.CreateWebhookDocument] = [
        'POST P/webhooks',
        documents.CreateWebhookDocument,
      ];
      const made = await ask(app, surface, make, request(owner.token, {}, { ...hook, isActive: false }));
      return payloadOf<{ id: string }>(surface, made).id;
    },
    act: ({ surface, as }, webhookId) =>
      ask(
        app,
        surface,
        ['PATCH P/webhooks/:webhookId', documents.UpdateWebhookDocument],
        request(as, { webhookId }, { isActive: true }),
      ),
    goesOn: webhooksGoOn,
  },
  'creates an API key': {
    table: 'api_keys',
    act: ({ surface, as }) => ask(app, surface, 'createApiKey', request(as, {}, { name: 'Late', capabilities: ['*'] })),
    goesOn: 'select from api_keys where created_by = $1 and revoked_at is null and id <> $2',
    isSessions: true,
  },
};

const cases = surfaces.flatMap((surface) =>
  Object.entries(deeds).flatMap(([deed, { isSessions }]) =>
    Object.entries(ends)
      .filter(([, { isKey }]) => !(isKey && isSessions))
      .map(([who]) => ({ surface, deed, who: who as keyof typeof ends })),
  ),
);

/** Holds a lock until `work`, which waits for what the lock stops, is done. */
async function holding(lock: string, values: string[], work: () => Promise<void>): Promise<void> {
  const holder = await app.services.db.pool.connect();
  try {
    await holder.query('begin');
    await holder.query(lock, values);
    await work();
  } finally {
    await holder.query('rollback');
    holder.release();
  }
}

/** Resolves when so many statements wait for a lock, one of them with the label. */
async function waiting(count: number, label = ''): Promise<void> {
  await waitFor(async () => {
    const { rows } = await app.services.db.pool.query<{ query: string }>(
      `select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length === count && rows.some(({ query }) => query.includes(label));
  });
}

const goesOn = async ({ goesOn }: Deed, { runAs, keyId }: World) =>
  (await app.services.db.pool.query(goesOn, [runAs, keyId])).rowCount;

describe.each(cases)('$surface: $who, and $deed at the same time', ({ surface, deed: name, who }) => {
  const { isKey, end, lock, answering } = ends[who];
  const deed = deeds[name] as Deed;

  test('is refused if the loss was first', async () => {
    const world = await worldOf(surface, isKey);
    const id = (await deed.prepare?.(world, harmless)) ?? '';
    let answers: Promise<SurfaceAnswer[]> | undefined;
    // The loss is done but for the pause of what runs already; the deed was authorized before.
    await holding('select from flows where id = $1 for update', [world.running], async () => {
      const ended = end(world);
      await waiting(1, 'pause_flows_of');
      answers = Promise.all([ended, deed.act(world, id)]);
      await waiting(2, answering);
    });
    const [ended, done] = (await answers) as [SurfaceAnswer, SurfaceAnswer];
    expect([ended.code, done.code]).toEqual([null, 'FORBIDDEN']);
    expect(done.message).toMatch(/changed at the same time/);
    expect(await goesOn(deed, world)).toBe(0);
  });

  test('is stopped with them if it was first', async () => {
    const world = await worldOf(surface, isKey);
    const id = (await deed.prepare?.(world, writing)) ?? '';
    let answers: Promise<SurfaceAnswer[]> | undefined;
    await holding(`lock table ${deed.table} in share mode`, [], async () => {
      const done = deed.act(world, id);
      await waiting(1);
      answers = Promise.all([done, end(world)]);
      await waiting(2, lock);
    });
    const [done, ended] = (await answers) as [SurfaceAnswer, SurfaceAnswer];
    expect([done.code, ended.code]).toEqual([null, null]);
    // A key of a member with less rights has less, too.
    const stays = who === 'a member who gets another role' && deed.table === 'api_keys' ? 1 : 0;
    expect(await goesOn(deed, world)).toBe(stays);
  });
});
