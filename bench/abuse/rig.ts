import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareDatabase } from '../../src/app/prepare-database.js';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/index.js';
import { asAdmin, type RunningServer, startServer } from '../harness/fixture.js';
import type { AbuseOptions } from './options.js';

/** What surrounds the attacked servers. */
export interface Rig {
  /** A server whose responses are long, or never come. */
  slowUrl: string;
  /** A new server with default settings, on a database of its own unless one is given. */
  start(): Promise<RunningServer>;
  close(): Promise<void>;
}

/** What a benchmark changes and an attack meets as it is. */
const defaults = {
  RATE_LIMIT_PER_MINUTE: undefined,
  CONNECTIONS_PER_ADDRESS: undefined,
  SOCKETS_PER_CALLER: undefined,
  SUBSCRIPTIONS_PER_CALLER: undefined,
  QUOTA_EXECUTIONS_STARTED_PER_MINUTE: undefined,
  QUOTA_EXECUTIONS_QUEUED: undefined,
  CODE_NODE: 'true',
  LOG_LEVEL: 'fatal',
};

export async function openRig({ database, profiles }: AbuseOptions): Promise<Rig> {
  const folder = mkdtempSync(join(tmpdir(), 'workspace-automation-abuse-'));
  const postgres = database === null ? await startEmbeddedPostgres({ dataDir: folder }) : null;
  await prepareDatabase({ url: database ?? (postgres?.url as string) });
  const slow = await startSlowServer();
  const flags = profiles ? ['--cpu-prof', `--cpu-prof-dir=${profiles}`] : [];
  const build = { name: 'server', main: new URL('../../src/main.js', import.meta.url) };
  let count = 0;
  return {
    slowUrl: slow.url,
    async start() {
      const options = { dataDir: join(folder, 'server'), flags, env: defaults, quiet: true };
      if (!postgres) return startServer(build, { url: database as string, adminUrl: '' }, options);
      const name = `abuse_${++count}`;
      await asAdmin(postgres.adminUrl, [`create database ${name} template workspace owner workspace`]);
      const named = (url: string) => url.replace(/\/[^/]*$/, `/${name}`);
      return startServer(build, { url: named(postgres.url), adminUrl: named(postgres.adminUrl) }, options);
    },
    async close() {
      slow.close();
      await postgres?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startSlowServer() {
  const long = Buffer.from(
    JSON.stringify({ items: Array.from({ length: 250_000 }, (_, id) => ({ id, name: 'Ada', tags: ['a', 'b'] })) }),
  );
  const server = createServer((request, response) => {
    if (request.url === '/long') response.setHeader('content-type', 'application/json').end(long);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
