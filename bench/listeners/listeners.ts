import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { Notifier, notifyByPostgres } from '../../src/platform/database/notifier.js';
import { createLog } from '../../src/platform/log.js';
import { type FigureRow, median, table } from '../harness/figures.js';
import type { BenchFixture } from '../harness/fixture.js';

const audiences = [0, 2, 50];
const writers = 16;
const channel = 'bench_events';
const insert = '/* bench_insert */ insert into bench_events default values';
const insertAndNotify = `/* bench_insert_notify */ with event as (insert into bench_events default values)
  select pg_notify('${channel}', '')`;

/** How commits are announced: not at all, by each of them, or by the process after them. */
const sides = ['none', 'each commit', 'the process'] as const;

/** Commits per second beside listeners, in alternating rounds; each side as a ratio of commits without notifications. */
export async function benchListeners(fixture: BenchFixture): Promise<string> {
  const { url } = await fixture.createDatabase('listeners');
  const pool = new pg.Pool({ connectionString: url, max: writers });
  await pool.query('create table bench_events (id bigint generated always as identity primary key)');
  // A warm-up.
  await commits(pool, 'none', fixture.seconds / 2);
  const rows: FigureRow[] = [];
  for (const listeners of audiences) {
    const audience = await listen(url, listeners);
    const measured = new Map(sides.map((side) => [side, [] as number[]]));
    for (let round = 1; round <= fixture.rounds; round++) {
      for (const side of sides) measured.get(side)?.push(await commits(pool, side, fixture.seconds / 2));
      fixture.note(`listeners ${round}/${fixture.rounds}, ${listeners} listeners`);
    }
    const plain = median(measured.get('none') ?? []);
    for (const [side, rates] of measured) {
      rows.push([`${listeners} listeners, notified by ${side}`, median(rates), median(rates) / plain]);
    }
    for (const client of audience) await client.end();
  }
  await pool.end();
  return table(['listeners commits beside listeners', 'commits/s', 'to none'], rows);
}

async function listen(url: string, listeners: number): Promise<pg.Client[]> {
  const clients = Array.from({ length: listeners }, () => new pg.Client({ connectionString: url }));
  for (const client of clients) {
    await client.connect();
    await client.query(`listen ${channel}`);
  }
  return clients;
}

async function commits(pool: pg.Pool, side: (typeof sides)[number], seconds: number): Promise<number> {
  const listener = { id: 'bench', wake: () => undefined };
  const notifier = new Notifier({ sender: notifyByPostgres(pool), listener, log: createLog({ level: 'fatal' }) });
  const text = side === 'each commit' ? insertAndNotify : insert;
  let count = 0;
  let over = false;
  const write = async () => {
    for (; !over; count++) {
      await pool.query({ name: side === 'each commit' ? 'insert_notify' : 'insert', text });
      if (side === 'the process') notifier.notify(channel);
    }
  };
  const began = performance.now();
  const writing = Array.from({ length: writers }, write);
  await delay(seconds * 1_000);
  over = true;
  await Promise.all(writing);
  const perSecond = (count * 1_000) / (performance.now() - began);
  await notifier.close();
  return perSecond;
}
