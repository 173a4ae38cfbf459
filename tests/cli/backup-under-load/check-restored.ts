import type pg from 'pg';
import type { TestApp } from '../../support/app.js';
import { waitFor } from '../../support/wait-for.js';

/**
 * What is wrong with a restored database whose server drives executions: one snapshot has both rows of a pair or none, and
 * every execution that was accepted before the backup began; all of them end by themselves.
 * @param before accepted before the backup began
 */
export async function checkRestored(app: TestApp, before: readonly string[]): Promise<string[]> {
  const { pool } = app.services.db;
  return [...(await missing(pool, before)), ...(await halves(pool)), ...(await unfinished(pool))];
}

async function missing(pool: pg.Pool, before: readonly string[]): Promise<string[]> {
  const text = 'select id from unnest($1::uuid[]) a(id) where not exists (select from executions e where e.id = a.id)';
  const { rows } = await pool.query<{ id: string }>(text, [before]);
  return rows.map(({ id }) => `The execution ${id} was accepted before the backup and is missing.`);
}

async function halves(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ n: string }>(
    `select substring(name from '\\d+') as n from global_variables where name ~ '^(FIRST|SECOND)_' group by 1 having count(*) <> 2`,
  );
  return rows.map(({ n }) => `Of the pair ${n}, one row was restored.`);
}

/** Executions that wait for a person do not end by themselves. */
async function unfinished(pool: pg.Pool): Promise<string[]> {
  const text = `select e.id, e.status from executions e where e.status <> 'completed' and not exists (
    select from execution_steps s where s.execution_id = e.id and s.status = 'waiting' and s.node_type = 'wait.approval')`;
  const read = async () => (await pool.query<{ id: string; status: string }>(text)).rows;
  await waitFor(async () => (await read()).length === 0, { timeoutMs: 60_000 }).catch(() => undefined);
  return (await read()).map(({ id, status }) => `The execution ${id} is ${status}, but must be completed.`);
}
