import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../support/app.js';
import { waitFor } from '../../support/wait-for.js';
import { booksOf } from './books.js';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.stop());

/** Keeps a wallet locked until so many statements wait for a lock: then they all go on at once. */
async function whileHeld<T>(workspaceId: string, waiting: number, work: () => Promise<T>): Promise<T> {
  const { pool } = app.services.db;
  const holder = await pool.connect();
  try {
    await holder.query('begin');
    await holder.query(
      `select from wallets where account_id = (select account_id from workspaces where id = $1) for no key update`,
      [workspaceId],
    );
    const working = work();
    const text = `select count(distinct l.pid)::integer as n from pg_locks l join pg_stat_activity a using (pid)
      where not l.granted and a.datname = current_database()`;
    await waitFor(async () => Number((await app.services.db.aside.query<{ n: number }>(text)).rows[0]?.n) >= waiting);
    await holder.query('commit');
    return await working;
  } finally {
    holder.release(true);
  }
}

describe('a wallet that many post to at once', () => {
  test('takes fifty top-ups with references of their own, none of them refused', async () => {
    const owner = await app.seed.owner();
    const answers = await whileHeld(owner.workspaceId, 5, () =>
      Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          app.rest(`POST /workspaces/${owner.workspaceId}/usage/wallet/top-up`, {
            as: owner.token,
            body: { amount: '2', reference: `invoice ${index}` },
          }),
        ),
      ),
    );
    expect(answers.map(({ status, body }) => [status, body.error?.code])).toEqual(answers.map(() => [200, undefined]));
    expect(await booksOf(app.services.db.pool, owner.workspaceId)).toEqual({
      ...{ balance: 1_100_000_000, ledger: 1_100_000_000, reserved: 0, held: 0 },
    });
  });
});
