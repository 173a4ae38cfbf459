import type { PoolClient } from 'pg';
import type { TestApp } from './app.js';

/**
 * Statements that are not caused by one operation: the rate limits of about each second, the lag of the event log, the workspace of
 * a connection, what wakes the readers of all changes of some milliseconds, and the looks for due notices.
 */
const background = /settle_rate_limits|enter_workspace|log_horizon|^notify$|^pending_budget_notices$/;

/**
 * Records the statements that an app sends to its database from now on, over any of its pools.
 * @returns a function that runs some work and returns the labels of its statements, sorted
 */
export function recordStatements({
  services: { db },
}: {
  services: Pick<TestApp['services'], 'db'>;
}): (work: () => Promise<unknown>) => Promise<string[]> {
  const sent: string[] = [];
  const received = new WeakSet<object>();
  const receive = (client: PoolClient) => {
    if (received.has(client)) return;
    received.add(client);
    const query = client.query.bind(client);
    client.query = ((...args: Parameters<typeof query>) => {
      const text = JSON.stringify(args[0]);
      sent.push(/\/\* (\w+) \*\//.exec(text)?.[1] ?? text);
      return query(...args);
    }) as typeof client.query;
  };
  for (const pool of [db.pool, db.hotPool]) pool.on('acquire', receive);
  db.tenantPool.on('acquire', receive);
  return async (work) => {
    sent.length = 0;
    await work();
    return sent.filter((text) => !background.test(text)).sort();
  };
}

interface Connected {
  connection: { stream: { bytesRead: number } };
}

/**
 * Counts what an app receives from its database from now on, over any of its pools.
 * @returns a function that runs some work and returns the number of bytes received
 */
export function countReceived({ services: { db } }: TestApp): (work: () => Promise<unknown>) => Promise<number> {
  const clients = new Set<Connected>();
  const receive = (client: PoolClient) => void clients.add(client as unknown as Connected);
  for (const pool of [db.pool, db.hotPool]) pool.on('acquire', receive);
  db.tenantPool.on('acquire', receive);
  const received = () => [...clients].reduce((sum, { connection }) => sum + connection.stream.bytesRead, 0);
  return async (work) => {
    const before = received();
    await work();
    return received() - before;
  };
}
