import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bookTransfer, type CreditReserve, createCreditReserve } from '../../../../src/contexts/billing/usage/index.js';
import { type Database, openDatabase } from '../../../../src/platform/database/database.js';
import { newId } from '../../../../src/platform/new-id.js';
import { createTestDatabase, type TestDatabase } from '../../../support/database.js';

let database: TestDatabase;
/** Two pools stand for two processes. */
let processes: { db: Database; reserve: CreditReserve }[];

beforeAll(async () => {
  database = await createTestDatabase();
  processes = await Promise.all(
    [0, 1].map(async () => {
      const db = await openDatabase({ url: database.url, entities: [], poolSize: 8 });
      return { db, reserve: createCreditReserve(db) };
    }),
  );
});

afterAll(async () => {
  for (const { db } of processes) await db.close();
  await database.drop();
});

const one = () => processes[0] as (typeof processes)[number];
const sql = async (text: string, values: unknown[] = []) => (await one().db.pool.query(text, values)).rows;

async function payer(micros: bigint): Promise<{ accountId: string; workspaceId: string }> {
  const [row] = await sql(
    `with a as (insert into accounts (name) values ('A') returning id),
       w as (insert into wallets (account_id) select id from a)
     insert into workspaces (account_id, name) select id, 'W' from a returning id, account_id`,
  );
  const accountId = row.account_id as string;
  await bookTransfer(one().db.pool, { accountId, kind: 'top_up', micros, reference: 'first' });
  return { accountId, workspaceId: row.id as string };
}

async function ledger(accountId: string) {
  const [row] = await sql(
    `select balance_micros::float8 as balance, reserved_micros::float8 as reserved,
       (select coalesce(sum(case to_account when 'wallet' then amount_micros else -amount_micros end), 0)::float8
        from ledger_transfers t where t.account_id = w.account_id) as ledger,
       (select coalesce(sum(amount_micros), 0)::float8 from credit_reservations r where r.account_id = w.account_id) as held
     from wallets w where account_id = $1`,
    [accountId],
  );
  return row as { balance: number; reserved: number; ledger: number; held: number };
}

const event = (micros: bigint) => ({
  id: newId(),
  eventType: 'sms_sent' as const,
  app: 'twilio',
  country: null,
  source: 'platform' as const,
  quantity: 1,
  unit: 'segment',
  micros,
});

describe('a wallet', () => {
  test('is changed by its ledger only, which is append-only', async () => {
    const { accountId } = await payer(5n);
    const refused = (text: string) => expect(sql(text, [accountId])).rejects.toThrow();
    await refused('update wallets set balance_micros = balance_micros + 1 where account_id = $1');
    await refused('update ledger_transfers set amount_micros = 9 where account_id = $1');
    await refused('delete from ledger_transfers where account_id = $1');
    await refused(
      `insert into ledger_transfers (account_id, kind, from_account, to_account, amount_micros)
       values ($1, 'adjustment', 'wallet', 'adjustments', 6)`,
    );
    expect(await ledger(accountId)).toEqual({ balance: 5, reserved: 0, ledger: 5, held: 0 });
  });

  test('books a reference once of concurrent calls, and refuses it for another amount', async () => {
    const { accountId } = await payer(5n);
    const top = { accountId, kind: 'top_up' as const, micros: 7n, reference: 'invoice 1' };
    const booked = await Promise.all(processes.flatMap(({ db }) => [1, 2, 3].map(() => bookTransfer(db.pool, top))));
    expect(booked.filter(Boolean)).toHaveLength(1);
    expect((await ledger(accountId)).balance).toBe(12);
    await expect(bookTransfer(one().db.pool, { ...top, micros: 8n })).rejects.toMatchObject({ code: 'CONFLICT' });
    const out = { accountId, kind: 'adjustment' as const, micros: -13n, reference: 'correction' };
    await expect(bookTransfer(one().db.pool, out)).rejects.toMatchObject({ code: 'CONFLICT' });
    await bookTransfer(one().db.pool, { ...out, micros: -12n });
    expect(await ledger(accountId)).toEqual({ balance: 0, reserved: 0, ledger: 0, held: 0 });
  });

  test('grants exactly as many operations as it has credits for, requested by two processes concurrently', async () => {
    const { accountId, workspaceId } = await payer(100n);
    const requests = Array.from({ length: 200 }, (_, index) => ({
      workspaceId,
      executionId: randomUUID(),
      operation: 'a',
      flowId: null,
      micros: 1n,
      by: processes[index % 2] as (typeof processes)[number],
    }));
    const granted = await Promise.all(
      requests.map(async ({ by, ...reservation }) => {
        if ((await by.reserve.reserve(reservation)).kind !== 'granted') return false;
        await by.reserve.settle({ ...reservation, event: event(1n) });
        return true;
      }),
    );
    expect(granted.filter(Boolean)).toHaveLength(100);
    expect(await ledger(accountId)).toEqual({ balance: 0, reserved: 0, ledger: 0, held: 0 });
  });

  test('settles an operation once, even if repeated, and charges at most what was reserved', async () => {
    const { accountId, workspaceId } = await payer(10n);
    const key = { workspaceId, executionId: randomUUID(), operation: 'a', flowId: randomUUID() };
    expect(await one().reserve.reserve({ ...key, micros: 6n })).toEqual({ kind: 'granted' });
    // The same operation again, as after a crash, reserves nothing more.
    expect(await one().reserve.reserve({ ...key, micros: 6n })).toEqual({ kind: 'granted' });
    expect(await ledger(accountId)).toMatchObject({ balance: 10, reserved: 6 });
    const dear = event(9n);
    for (let time = 0; time < 3; time++) await one().reserve.settle({ ...key, event: dear });
    expect(await ledger(accountId)).toEqual({ balance: 4, reserved: 0, ledger: 4, held: 0 });
    expect(await sql('select credits_micros::integer as micros from usage_events where id = $1', [dear.id])).toEqual([
      { micros: 6 },
    ]);
  });

  test('adds up after any operations in any order, and never goes below zero', async () => {
    const operation = fc.record({
      micros: fc.bigInt({ min: 1n, max: 40n }),
      cost: fc.bigInt({ min: 0n, max: 50n }),
      how: fc.constantFrom('settle', 'fail', 'leave'),
      process: fc.nat(1),
    });
    const property = fc.asyncProperty(
      fc.bigInt({ min: 1n, max: 200n }),
      fc.array(operation, { maxLength: 30 }),
      async (start, operations) => {
        const { accountId, workspaceId } = await payer(start);
        const spent = await Promise.all(
          operations.map(async ({ micros, cost, how, process }) => {
            const { reserve } = processes[process] as (typeof processes)[number];
            const key = { workspaceId, executionId: randomUUID(), operation: 'a', flowId: null };
            if ((await reserve.reserve({ ...key, micros })).kind !== 'granted' || how === 'leave') return 0n;
            await reserve.settle({ ...key, event: how === 'settle' ? event(cost) : null });
            return how === 'settle' ? (cost < micros ? cost : micros) : 0n;
          }),
        );
        const found = await ledger(accountId);
        expect(found.balance).toBe(Number(start - spent.reduce((sum, each) => sum + each, 0n)));
        expect(found.ledger).toBe(found.balance);
        expect(found.held).toBe(found.reserved);
        expect(found.balance).toBeGreaterThanOrEqual(found.reserved);
      },
    );
    await fc.assert(property, { numRuns: 25 });
  });
});
