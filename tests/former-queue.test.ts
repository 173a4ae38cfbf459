import { expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { migrations } from '../migrations/index.js';
import { migrate } from '../src/platform/database/migrate.js';
import { createEmptyDatabase } from './support/database.js';
import { testPool } from './support/test-pool.js';

const beforeClaims = migrations.filter(({ name }) => name < '20261122180200');

/** Columns of an execution of the former version, and of its step if it has one. */
interface Former {
  run: Record<string, string | number | boolean | null>;
  step?: Record<string, string | number | null>;
}

const waiting = { status: 'running', phase: 'waiting', fence: 2, active_ms: 7, max_concurrent: 1000 };
const former: Record<string, Former> = {
  queued: { run: { status: 'running', phase: 'queued' } },
  driven: { run: { status: 'running', phase: 'active', fence: 3, worker_id: uuidv7(), takeovers: 1 } },
  inLine: { run: { status: 'running', phase: 'queued', awaits_slot: true, max_concurrent: 2 } },
  waits: { run: { ...waiting, resume_at: '2099-01-01T00:00:00Z' } },
  isDue: { run: { ...waiting, resume_at: '2020-01-01T00:00:00Z' } },
  asks: { run: { ...waiting }, step: { signal: null } },
  signalled: { run: { ...waiting, signals: 1 }, step: { signal: '{"handle":"out","seq":1,"attempt":1}' } },
  answersCaller: { run: { status: 'completed', phase: 'done', parent_step_id: uuidv7() } },
  calledInVain: { run: { status: 'failed', phase: 'done', has_abandoned_calls: true } },
  over: { run: { status: 'completed', phase: 'done' } },
};

test.each([true, false])(
  'open executions of the former queue keep their state (tables of the queue: %s)',
  async (hasQueue) => {
    const database = await createEmptyDatabase();
    await migrate({ url: database.url, migrations: beforeClaims });
    const pool = testPool(database.url);
    const insert = (table: string, row: object) => {
      const [names, values] = [Object.keys(row), Object.values(row)];
      const places = values.map((_, n) => `$${n + 1}`);
      return pool.query(`insert into ${table} (${names.join(', ')}) values (${places.join(', ')})`, values);
    };
    if (hasQueue)
      await pool.query('create schema graphile_worker; create table graphile_worker._private_jobs (id bigint)');
    const { rows } = await pool.query(
      `with a as (insert into accounts (name) values ('a') returning id)
     insert into workspaces (account_id, name) select id, 'Acme' from a returning id as workspace_id`,
    );
    const workspace = rows[0] as { workspace_id: string };
    const at = new Date();
    const ids: Record<string, string> = {};
    for (const [name, { run, step }] of Object.entries(former)) {
      const id = uuidv7();
      ids[id] = name;
      const common = { id, flow_id: uuidv7(), flow_name: name, flow_version: 1, trigger: 'manual' };
      await insert('executions', { ...workspace, ...common, started_at: at, created_at: at, ...run });
      const stepBase = {
        id: uuidv7(),
        node_id: 'n',
        node_type: 'wait.approval',
        name: 'n',
        attempt: 1,
        status: 'waiting',
      };
      if (step)
        await insert('execution_steps', { ...workspace, execution_id: id, ...stepBase, started_at: at, ...step });
    }
    await migrate({ url: database.url, migrations });

    const claims = await pool.query(
      `select execution_id as id, fence, worker_id as worker, ready_at is not null as ready, due_at is not null as due,
       awaits_slot as "inLine", max_concurrent as limit, takeovers, active_ms::integer as "activeMs", answers, abandons, ended
     from execution_claims`,
    );
    const states = Object.fromEntries(claims.rows.map(({ id, ...state }) => [ids[id], state]));
    const state = {
      fence: 1,
      worker: null,
      ready: false,
      due: false,
      inLine: false,
      limit: 1000,
      takeovers: 0,
      activeMs: 0,
      answers: false,
      abandons: false,
      ended: false,
    };
    const wait = { ...state, fence: 3, activeMs: 7 };
    expect(states).toEqual({
      queued: { ...state, ready: true },
      driven: { ...state, fence: 4, ready: true, takeovers: 1 },
      inLine: { ...state, inLine: true, limit: 2 },
      waits: { ...wait, due: true },
      isDue: { ...wait, ready: true },
      asks: wait,
      signalled: { ...wait, ready: true },
      answersCaller: { ...state, answers: true, ended: true },
      calledInVain: { ...state, abandons: true, ended: true },
    });
    const left = await pool.query(`select 1 from pg_namespace where nspname = 'graphile_worker'`);
    expect(left.rowCount).toBe(0);
    await pool.end();
    await database.drop();
  },
);
