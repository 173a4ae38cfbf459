import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseUnreachable, isDatabaseAway } from '../errors/database-errors.js';
import { counter, watched } from '../metrics/index.js';
import type { Sql } from './sql.js';
import { createTenantScope, type TenantScope, type TenantScopeOptions } from './tenant-scope.js';

/** Reads that may show a state of some seconds ago. */
export interface ReplicaReads {
  /** Statements limited to a workspace, by the replica while it has everything that this process wrote there. */
  within(workspaceId: string): Sql;
  /** This process, or what it has shown to a caller, has changed the workspace. To be called after the commit. */
  wrote(workspaceId: string): void;
  close(): Promise<void>;
}

export interface ReplicaOptions {
  /** The connections to the replica, limited to tenants. */
  scope: TenantScope;
  primary: Sql;
  /** Reads of the primary, limited to a workspace. */
  withinPrimary(workspaceId: string): Sql;
  /** Milliseconds by which the replica may lag. */
  maxLagMs: number;
  /** Called when the replica begins to be used, with null, and when it is not used any more, with the reason. */
  onChange(reason: string | null): void;
  /** Milliseconds of a clock that never goes back; tests provide their own. */
  clock?: () => number;
}

/** Milliseconds between two measurements. */
const everyMs = 1_000;
/** Workspaces whose last writes are kept; with more, all read from the primary until the replica has what was written. */
const writtenAtMost = 50_000;
const positionsAtMost = 1_000;
const closeMs = 1_000;
/** The primary answers instead. */
const timeouts = { connectMs: 2_000, answerMs: 30_000 };

const reads = counter(
  'replica_reads_total',
  'Reads that the replica may serve, by the server that served them: `replica`, or `primary` because the replica lags, is away, or lacks a write of this process.',
  ['server'],
);
const lags = watched(
  'replica_lag_seconds',
  'The age of what the replica shows, measured each second. It grows while the replica is away.',
);

/** What the replica had replayed, compared with what the primary had written before. */
interface Position {
  at: number;
  lsn: bigint;
}

/** Connections to a replica, limited to tenants. @throws DatabaseUnreachable if the URL is not usable */
export function connectReplica(url: string, types: TenantScopeOptions['types'], poolSize: number): TenantScope {
  try {
    return createTenantScope({ connect: { url, timeouts }, types, poolSize });
  } catch (error) {
    if (!(error instanceof DatabaseUnreachable)) throw error;
    throw new DatabaseUnreachable(error.reason, error, 'DATABASE_REPLICA_URL');
  }
}

/**
 * Reads by a replica that streams from the primary. Its lag is measured without comparing clocks: it is the time since
 * the primary was at the position that the replica has replayed. So a write of this process is visible there as soon as a
 * measurement that began after it was reached.
 */
export class Replica implements ReplicaReads {
  readonly #options: ReplicaOptions;
  readonly #clock: () => number;
  readonly #positions: Position[] = [];
  readonly #written = new Map<string, number>();
  readonly #over = new AbortController();
  readonly #measuring: Promise<void>;
  readonly #unwatch: () => void;
  /** Everything that was committed before is visible. */
  #replayedUntil = Number.NEGATIVE_INFINITY;
  #writtenByAll = Number.NEGATIVE_INFINITY;
  #problem: string | null = 'it was not measured yet';
  #isUsed = false;
  #isReported = false;

  constructor(options: ReplicaOptions) {
    this.#options = options;
    this.#clock = options.clock ?? (() => performance.now());
    const began = this.#clock();
    this.#unwatch = lags.watch(() => (this.#clock() - Math.max(this.#replayedUntil, began)) / 1_000);
    this.#measuring = this.#keepMeasuring();
  }

  get lagMs(): number {
    return this.#clock() - this.#replayedUntil;
  }

  within(workspaceId: string): Sql {
    const { scope, withinPrimary } = this.#options;
    const query = async (...statement: Parameters<Sql['query']>) => {
      if (this.#serves(workspaceId)) {
        try {
          const result = await scope.within(workspaceId).query(...statement);
          reads.inc({ server: 'replica' });
          return result;
        } catch (error) {
          // Whatever it is, such as a conflict with what is replayed: the primary answers, or fails for its own reason.
          if (isDatabaseAway(error)) this.#fail((error as Error).message);
        }
      }
      reads.inc({ server: 'primary' });
      return withinPrimary(workspaceId).query(...statement);
    };
    return { query: query as unknown as Sql['query'] };
  }

  wrote(workspaceId: string): void {
    const at = this.#clock();
    if (this.#written.size >= writtenAtMost) this.#writtenByAll = at;
    else this.#written.set(workspaceId, at);
  }

  /** Compares the replica with the primary; never rejects. */
  async measure(): Promise<void> {
    const { primary, scope } = this.#options;
    try {
      const at = this.#clock();
      this.#keep({ at, lsn: await walPosition(primary) });
      const { lsn, problem } = await stateOf(scope.pool);
      if (problem !== null) return this.#fail(problem);
      this.#replayed(lsn);
      const { lagMs } = this;
      // It has not reached the first position yet.
      if (lagMs === Number.POSITIVE_INFINITY) return;
      if (lagMs > this.#options.maxLagMs) return this.#fail(`it lags by ${Math.round(lagMs / 1_000)} seconds`);
      this.#problem = null;
      this.#report(null);
    } catch (error) {
      this.#fail((error as Error).message);
    }
  }

  async close(): Promise<void> {
    this.#over.abort();
    this.#unwatch();
    // A connection that does not answer must not delay the end.
    const closed = this.#options.scope.pool.end().catch(() => undefined);
    await Promise.race([Promise.all([this.#measuring, closed]), delay(closeMs, undefined, { ref: false })]);
  }

  #serves(workspaceId: string): boolean {
    if (this.#problem !== null || this.lagMs > this.#options.maxLagMs) return false;
    const written = Math.max(this.#written.get(workspaceId) ?? Number.NEGATIVE_INFINITY, this.#writtenByAll);
    return written < this.#replayedUntil;
  }

  #keep(position: Position): void {
    this.#positions.push(position);
    // Of a long time every second one is enough.
    if (this.#positions.length > positionsAtMost) this.#positions.splice(1, 1);
  }

  #replayed(lsn: bigint): void {
    const index = this.#positions.findLastIndex((position) => position.lsn <= lsn);
    const [reached] = this.#positions.splice(0, index + 1).slice(-1);
    if (!reached) return;
    this.#replayedUntil = reached.at;
    for (const [workspaceId, at] of this.#written) if (at < reached.at) this.#written.delete(workspaceId);
  }

  #fail(reason: string): void {
    this.#problem = reason;
    this.#report(reason);
  }

  /** Reports changes only: a replica that lags does so in each measurement. */
  #report(reason: string | null): void {
    const isUsed = reason === null;
    if (this.#over.signal.aborted || (this.#isReported && isUsed === this.#isUsed)) return;
    this.#isUsed = isUsed;
    this.#isReported = true;
    this.#options.onChange(reason);
  }

  async #keepMeasuring(): Promise<void> {
    const { signal } = this.#over;
    while (!signal.aborted) {
      await this.measure();
      await delay(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}

// Positions in the log are of no table, so these statements are not typed.

/** What the primary has written to its disk: it includes every commit that was answered. */
export async function walPosition(primary: Sql): Promise<bigint> {
  const { rows } = await primary.query<{ lsn: string }>({
    name: 'primary_position',
    text: '/* primary_position */ select pg_current_wal_flush_lsn()::text as lsn',
  });
  return parseLsn(rows[0]?.lsn ?? '0/0');
}

interface ReplicaState {
  lsn: bigint;
  /** Why it must not be read from. */
  problem: string | null;
}

/** @param sql a connection that was opened with `app.tenant_scope=on` */
export async function stateOf(sql: Sql): Promise<ReplicaState> {
  const { rows } = await sql.query<{ lsn: string | null; isReplica: boolean; scope: string | null }>({
    name: 'replica_position',
    text: `/* replica_position */ select pg_is_in_recovery() as "isReplica", pg_last_wal_replay_lsn()::text as lsn,
      current_setting('app.tenant_scope', true) as scope`,
  });
  const [{ lsn, isReplica, scope } = { lsn: null, isReplica: false, scope: null }] = rows;
  return { lsn: parseLsn(lsn ?? '0/0'), problem: problemOf(isReplica, scope === 'on') };
}

function problemOf(isReplica: boolean, isLimited: boolean): string | null {
  if (!isReplica) return 'it is no replica: it accepts writes';
  return isLimited ? null : 'it is behind a pooler that drops the settings of a session, which limit it to a tenant';
}

function parseLsn(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}
