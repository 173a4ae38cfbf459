import type { Pool } from 'pg';
import { type Reading, watched } from '../metrics/index.js';
import type { Database } from './database.js';

const connections = watched(
  'database_connections',
  'Connections of this process to the database, by pool and state: `used` or `idle`.',
  ['kind', 'state'],
);
const waiting = watched(
  'database_waiting',
  'Work of this process that waits for a connection while all of the pool are used, by pool.',
  ['kind'],
);

/** Shows the use of the pools of a process as metrics. @returns ends that */
export function watchPools({ pool, hotPool, tenantPool, tenantsWaiting, dedicated }: Database) {
  const pools = Object.entries({
    main: pool,
    ...(hotPool !== pool && { hot: hotPool }),
    tenant: tenantPool,
    dedicated,
  });
  const ends = [
    connections.watch(
      (): Reading<'kind' | 'state'> =>
        pools.flatMap(([kind, { totalCount, idleCount }]) => [
          [{ kind, state: 'used' }, totalCount - idleCount] as const,
          [{ kind, state: 'idle' }, idleCount] as const,
        ]),
    ),
    waiting.watch(() => pools.map(([kind, one]) => [{ kind }, waitingFor(one)] as const)),
    // These take their turn before they wait for a connection.
    waiting.watch(() => [[{ kind: 'tenant' }, tenantsWaiting()]]),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** Without what gets a connection in a moment, an idle or a new one: reading metrics itself asks for several. */
function waitingFor({ waitingCount, idleCount, totalCount, options }: Pool): number {
  return Math.max(0, waitingCount - idleCount - (options.max - totalCount));
}
