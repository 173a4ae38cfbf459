import { randomUUID } from 'node:crypto';
import { createCreditReserve } from '../../src/contexts/billing/usage/index.js';
import { openDatabase } from '../../src/platform/database/database.js';
import { newId } from '../../src/platform/new-id.js';
import { showLatency, table } from '../harness/figures.js';
import type { BenchFixture } from '../harness/fixture.js';

const credits = 1_000_000_000_000n;

/** W9: billable operations that reserve and settle one credit each, all from one wallet, over several pools like several processes. */
export async function benchDebits(fixture: BenchFixture): Promise<string> {
  const { url } = await fixture.createDatabase('debits');
  const rows = [];
  for (const [pools, lanes] of [
    [1, 1],
    [1, 20],
    [1, 200],
    [4, 50],
  ] as const) {
    rows.push(await measure(fixture, url, pools, lanes));
  }
  return `W9 debits of one wallet (reserve, then settle with a usage event)\n\n${table(['processes', 'operations at once in each', 'operations/s', 'p50/p99 ms'], rows)}`;
}

async function measure(fixture: BenchFixture, url: string, pools: number, lanes: number): Promise<(string | number)[]> {
  const databases = await Promise.all(
    Array.from({ length: pools }, () => openDatabase({ url, entities: [], poolSize: 7 })),
  );
  const { rows } = await (databases[0] as (typeof databases)[number]).pool.query<{ id: string }>(
    `with a as (insert into accounts (name) values ('A') returning id),
       w as (insert into wallets (account_id) select id from a returning account_id),
       t as (insert into ledger_transfers (account_id, kind, from_account, to_account, amount_micros)
         select account_id, 'opening', 'funding', 'wallet', $1 from w)
     insert into workspaces (account_id, name) select id, 'W' from a returning id`,
    [String(credits)],
  );
  const workspaceId = rows[0]?.id as string;
  const times: number[] = [];
  const end = performance.now() + fixture.seconds * 1_000;
  await Promise.all(
    databases.flatMap((db) => {
      const reserve = createCreditReserve(db);
      return Array.from({ length: lanes }, async () => {
        while (performance.now() < end) {
          const began = performance.now();
          const key = { workspaceId, executionId: randomUUID(), operation: 'a', flowId: null };
          await reserve.reserve({ ...key, micros: 1_000_000n });
          const operation = {
            eventType: 'sms_sent',
            app: 'twilio',
            country: null,
            source: 'platform',
            quantity: 1,
          } as const;
          await reserve.settle({ ...key, event: { ...operation, id: newId(), unit: 'segment', micros: 1_000_000n } });
          times.push(performance.now() - began);
        }
      });
    }),
  );
  for (const db of databases) await db.close();
  return [pools, lanes, times.length / fixture.seconds, showLatency(times)];
}
