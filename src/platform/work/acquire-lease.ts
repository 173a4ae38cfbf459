import type { Logger } from 'pino';
import { awaitDatabase } from '../database/await-database.js';
import type { Database } from '../database/database.js';
import { timeSql } from '../database/database-clock.js';
import { typed } from '../database/typed-sql.js';
import { counter } from '../metrics/index.js';
import { repeat } from '../slots/repeat.js';
import { workerLeases } from './worker.entity.js';

export interface LeaseOptions {
  db: Pick<Database, 'pool' | 'dedicated' | 'clock'>;
  log: Logger;
  workerId: string;
  /** Seconds without a heartbeat after which other workers take over this worker's claims. */
  leaseSeconds?: number | undefined;
  /**
   * Releases claims of workers without a lease, and those of `leaving`, a worker that stops. Claims of which the next
   * claim itself finds that their worker has no lease need no release.
   * @returns how many were released
   */
  release(leaving: string | null): Promise<number>;
  /** Called with each heartbeat: checks whether the claims of this worker are still its own. */
  maintain(): Promise<void>;
}

/** A worker's right to its claims, for as long as it is renewed. */
export interface Lease {
  /** False if heartbeats have failed for longer than the lease lasts. */
  alive(): boolean;
  /** Ends the lease; what this worker has still claimed is released. */
  end(): Promise<void>;
}

const leasesLost = counter(
  'leases_lost_total',
  'Leases that expired: of other workers, whose work this process took over (`other`), and its own, because it could not renew it in time (`own`).',
  ['kind'],
  [{ kind: 'own' }, { kind: 'other' }],
);
const takenOver = counter(
  'executions_taken_over_total',
  'Executions of dead workers that this process returned to the queue.',
);

const beatMs = 1_000;
const defaultLeaseSeconds = 6;

// Each second, and with the clock of the database, so not typed.
const renewSql = `/* renew_lease */
insert into workers (id, lease_until) values ($1, now() + make_interval(secs => $2))
on conflict (id) do update set lease_until = excluded.lease_until
returning ${timeSql} as at`;

/** $1: this worker. A stall of its own process says nothing about its executions: it renews its lease next. Each second, too. */
const reapSql = `/* reap_workers */
delete from workers where id in (
  select id from workers where lease_until < now() and id <> $1 for update skip locked)`;

/**
 * Keeps this worker's lease alive, and takes over from workers whose lease has expired. The lease is renewed on a
 * dedicated connection: a worker whose other connections are all in use is slow, not dead. Each renewal reads the database's
 * clock, too.
 */
export async function acquireLease({ leaseSeconds = defaultLeaseSeconds, ...options }: LeaseOptions): Promise<Lease> {
  const { db, log, workerId, maintain, release } = options;
  let lastBeat = performance.now();
  let reapFrom = 0;

  const renew = async () => {
    await db.clock.measure(async () => {
      const renewal = { name: 'renew_lease', text: renewSql, values: [workerId, leaseSeconds] };
      const { rows } = await db.dedicated.query<{ at: number }>(renewal);
      return (rows[0] as { at: number }).at;
    });
    const now = performance.now();
    // If this worker could not renew its lease, most likely no other could either: they get time to renew theirs.
    if (now - lastBeat > leaseSeconds * 1_000) leasesLost.inc({ kind: 'own' });
    if (now - lastBeat > Math.max(leaseSeconds * 1_000, 3 * beatMs)) reapFrom = now + leaseSeconds * 1_000;
    lastBeat = now;
  };
  const reap = async () => {
    const { rowCount: workers } = await db.pool.query({ name: 'reap_workers', text: reapSql, values: [workerId] });
    const claims = await release(null);
    leasesLost.inc({ kind: 'other' }, workers ?? 0);
    takenOver.inc(claims);
    if ((workers ?? 0) + claims > 0) log.warn({ workers, claims }, 'took over the work of dead workers');
  };
  const tend = async () => {
    await maintain();
    if (performance.now() >= reapFrom) await reap();
  };

  await awaitDatabase(renew, () => log.warn('waiting for the database'));
  const renewing = repeat(beatMs, renew, (error) => log.warn({ err: error }, 'heartbeat failed; retrying'));
  const tending = repeat(beatMs, tend, (error) => log.warn({ err: error }, 'maintenance of claims failed; retrying'));
  return {
    alive: () => performance.now() - lastBeat < leaseSeconds * 1_000,
    async end() {
      await Promise.all([tending.stop(), renewing.stop()]);
      try {
        // While its lease exists, no other worker counts these claims as lost by a death.
        await release(workerId);
        await typed(db.pool, 'end_lease', workerLeases).deleteFrom('workers').where('id', '=', workerId).execute();
      } catch (error) {
        log.warn({ err: error }, 'lease could not be ended; it will expire');
      }
    },
  };
}
