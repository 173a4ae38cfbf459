import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type RestAnswer, startTestApp, type TestApp } from '../../../support/app.js';
import { waitFor } from '../../../support/wait-for.js';
import { addMember, type Person, signUp } from './people.js';

let app: TestApp;
let workspaceId: string;
let ana: Person;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  const signedUp = await signUp(app);
  workspaceId = signedUp.workspaceId;
  ana = signedUp;
});
afterAll(() => app.stop());

const remove = (actor: Person, { userId }: Person) =>
  app.rest(`DELETE /workspaces/${workspaceId}/members/${userId}`, { as: actor.token });
const demote = (actor: Person, { userId }: Person) =>
  app.rest(`PATCH /workspaces/${workspaceId}/members/${userId}/role`, { as: actor.token, body: { role: 'ADMIN' } });
const join = () => addMember(app, workspaceId, ana.token, 'OWNER');
const outcome = ({ status, body }: RestAnswer): string | number => (status === 200 ? 200 : body.error.code);

async function owners(): Promise<number> {
  const { rows } = await app.services.db.pool.query(
    `select 1 from members where workspace_id = $1 and role = 'OWNER'`,
    [workspaceId],
  );
  return rows.length;
}

describe('the last OWNER', () => {
  test('cannot be demoted or removed, not even by themselves', async () => {
    expect([outcome(await demote(ana, ana)), outcome(await remove(ana, ana))]).toEqual(['LAST_OWNER', 'LAST_OWNER']);
    expect((await remove(ana, ana)).status).toBe(409);
    expect(await owners()).toBe(1);
  });

  test('can be demoted or removed if there is another', async () => {
    const ben = await join();
    expect(outcome(await demote(ana, ana))).toBe(200);
    expect(outcome(await remove(ben, ana))).toBe(200);
    expect(outcome(await remove(ben, ben))).toBe('LAST_OWNER');
  });

  test('can leave if there is another, like any member, and has no access from then on', async () => {
    const leave = ({ token }: Person) => app.rest(`POST /workspaces/${workspaceId}/members/leave`, { as: token });
    expect(outcome(await leave(ana))).toBe('LAST_OWNER');
    const [ben, viewer] = [await join(), await addMember(app, workspaceId, ana.token, 'VIEWER')];
    expect(await leave(viewer)).toMatchObject({ status: 200, body: { data: { id: viewer.userId } } });
    expect([outcome(await leave(ana)), outcome(await leave(ben))]).toEqual([200, 'LAST_OWNER']);
    for (const former of [ana, viewer]) {
      expect((await app.rest(`GET /workspaces/${workspaceId}/members`, { as: former.token })).status).toBe(404);
    }
  });

  test('is protected in GraphQL with the same code', async () => {
    const { errors } = await app.graphql(
      'mutation ($workspaceId: ID!, $userId: ID!) { removeMember(workspaceId: $workspaceId, userId: $userId) { deletedId } }',
      { workspaceId, userId: ana.userId },
      ana.token,
    );
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'LAST_OWNER', status: 409 });
  });

  test.each([
    ['remove', remove, remove],
    ['demote', demote, demote],
    ['remove and demote', remove, demote],
  ])('remains if two owners %s each other concurrently: exactly one succeeds', async (_name, byAna, byBen) => {
    for (let round = 0; round < 10; round++) {
      const ben = await join();
      const outcomes = (await Promise.all([byAna(ana, ben), byBen(ben, ana)])).map(outcome);
      // The second request fails because its caller lost access or because the other is the last owner.
      expect(outcomes.filter((one) => one === 200)).toHaveLength(1);
      expect(await owners()).toBe(1);
      if (outcomes[1] === 200) ana = ben;
    }
  });

  test('causes LAST_OWNER for the one of two requests that waited for the other', async () => {
    const ben = await join();
    // Both are authorized before either changes anything: the lock is held until both requests wait for it.
    const holder = await app.services.db.pool.connect();
    await holder.query('begin');
    await holder.query('select 1 from workspaces where id = $1 for update', [workspaceId]);
    const answers = Promise.all([remove(ana, ben), remove(ben, ana)]);
    await waiting(2);
    await holder.query('commit');
    holder.release();
    expect((await answers).map(outcome).sort()).toEqual([200, 'LAST_OWNER']);
    expect(await owners()).toBe(1);
  });

  test('remains, whatever ten owners do to each other concurrently', async () => {
    const people = [ana, ...(await Promise.all(Array.from({ length: 9 }, join)))];
    const attempts = people.flatMap((actor) => people.map((other, at) => (at % 2 ? remove : demote)(actor, other)));
    const outcomes = (await Promise.all(attempts)).map(outcome);
    expect(outcomes).not.toContain('INTERNAL');
    expect(await owners()).toBeGreaterThanOrEqual(1);
  });
});

/** Resolves when this many statements wait for the lock of the members. */
async function waiting(count: number): Promise<void> {
  await waitFor(async () => {
    const { rows } = await app.services.db.pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
         and query like '/* lock_members */%'`,
    );
    return rows.length === count;
  });
}
