import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { ValueReading } from '../../../../src/contexts/automation/executions/store/show-large-values.js';
import { fileStore } from '../../../../src/contexts/automation/files/index.js';
import { createListener, type Listener } from '../../../../src/platform/database/listener.js';
import { makeServices } from '../../../../src/platform/define-service.js';
import { createLog } from '../../../../src/platform/log.js';
import type { ServiceContext } from '../../../../src/platform/services.js';
import { createTestDatabase } from '../../../support/database.js';
import { testPool } from '../../../support/test-pool.js';

export const log = createLog({ level: 'fatal' });

/** An execution whose events are written by hand. */
export interface Run {
  workspaceId: string;
  flowId: string;
  executionId: string;
}

/** A database with a workspace, whose event log is written by hand. */
export interface EventLog {
  pool: pg.Pool;
  /** Reads the log by the pool. */
  reader: ValueReading;
  listener: Listener;
  workspaceId: string;
  /** A run that events can be written of. */
  run(flowId?: string): Promise<Run>;
  /** Writes so many events of a run in one transaction; the topic may name a run that is not there. */
  write(run: Run, events?: number, sql?: Pick<pg.Pool, 'query'>): Promise<void>;
  /** Wakes every reader. */
  notify(): Promise<void>;
  close(): Promise<void>;
}

export async function createEventLog(): Promise<EventLog> {
  const database = await createTestDatabase();
  const pool = testPool(database.url);
  // Dropping the database ends what is still closing.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const listener = createListener(database.url, log);
  const { rows } = await pool.query<{ id: string }>(
    `with a as (insert into accounts (name) values ('a') returning id)
     insert into workspaces (account_id, name) select id, 'Acme' from a returning id`,
  );
  const workspaceId = rows[0]?.id as string;
  /** By run: how many events were written. */
  const numbers = new Map<string, number>();
  return {
    pool,
    reader: readerWith(pool),
    listener,
    workspaceId,
    async run(flowId = uuidv7()) {
      const executionId = uuidv7();
      await pool.query(
        `with run as (
           insert into executions (id, workspace_id, flow_id, flow_name, flow_version, trigger, started_at, created_at)
           values ($1, $2, $3, 'Flow', 1, 'manual', now(), now()) returning *)
         insert into execution_claims (workspace_id, execution_id, flow_id) select workspace_id, id, flow_id from run`,
        [executionId, workspaceId, flowId],
      );
      return { workspaceId, flowId, executionId };
    },
    async write(run, events = 1, sql = pool) {
      const written = numbers.get(run.executionId) ?? 0;
      numbers.set(run.executionId, written + events);
      await sql.query(
        `insert into execution_events (workspace_id, execution_id, fence, n, flow_id, steps, execution)
         select $1, $2, 1, $4::integer + n, $3, '[]', '{"status":"running","phase":"active"}' from generate_series(1, $5) n`,
        [run.workspaceId, run.executionId, run.flowId, written, events],
      );
    },
    async notify() {
      await pool.query(`select pg_notify('execution_events', '')`);
    },
    async close() {
      await listener.close();
      await pool.end();
      await database.drop();
    },
  };
}

/** Reads by a connection what is in the database. */
export function readerWith(sql: ValueReading['sql']): ValueReading {
  const files = { place: 'database', folder: '', storage: {} };
  const context = { db: { within: () => sql }, settings: { files } } as unknown as Omit<ServiceContext, 'get'>;
  return { sql, services: makeServices(context, [fileStore]).services };
}

/** A connection that writes, with a transaction that is open until it commits. */
export async function openTransaction({
  pool,
}: EventLog): Promise<{ sql: pg.PoolClient; commit: () => Promise<void> }> {
  const sql = await pool.connect();
  await sql.query('begin');
  await sql.query('select pg_current_xact_id()');
  return {
    sql,
    async commit() {
      await sql.query('commit');
      sql.release();
    },
  };
}
