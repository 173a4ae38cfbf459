import type { Config } from '../config/index.js';
import { continueLog } from '../contexts/automation/executions/index.js';
import { awaitDatabase } from '../platform/database/await-database.js';
import { unusedParameters, withApplicationName } from '../platform/database/connection-config.js';
import type { Database } from '../platform/database/database.js';
import { explainStartError } from '../platform/database/explain-start-error.js';
import { isBound } from '../platform/database/tenant-scope.js';
import { isTlsToPostgres } from '../platform/database/unreachable.js';
import { startEmbeddedPostgres } from '../platform/embedded-postgres/index.js';
import { keysPath } from '../platform/instance-keys.js';
import type { Log } from '../platform/log.js';
import type { Services } from '../platform/services.js';
import { requireInstanceKeys } from '../platform/vault/index.js';
import type { Api } from './api.js';
import { instanceColumns } from './collect-modules.js';
import { createRuntime } from './create-runtime.js';
import { type Demo, ensureDemo } from './demo/ensure-demo.js';
import { prepareDatabase } from './prepare-database.js';
import { createStopList, type StopList } from './stop-list.js';
import { withKeys } from './with-keys.js';

export interface StartedServer {
  /** The URL of the API; null for `ROLE=worker`. */
  url: string | null;
  /** The demo workspace; null without one. */
  demo: Demo | null;
  services: Services;
  stop(): Promise<void>;
}

/** What the steps of a start use. */
interface Starting {
  log: Log;
  onProgress: (message: string) => void;
  stops: StopList;
  signal: AbortSignal | undefined;
}

/**
 * Starts the parts of `ROLE`, on the configured database or on an embedded Postgres.
 * @param signal aborts the start at the next step and stops what was started
 */
export async function startServer(
  config: Config,
  log: Log,
  onProgress: (message: string) => void,
  signal?: AbortSignal,
): Promise<StartedServer> {
  const stops = createStopList(log);
  try {
    const started = await start(config, { log, onProgress, stops, signal });
    signal?.throwIfAborted();
    return { ...started, stop: stops.stop };
  } catch (error) {
    await stops.stop();
    throw error;
  }
}

async function start(config: Config, starting: Starting): Promise<Omit<StartedServer, 'stop'>> {
  const { log, onProgress, stops, signal } = starting;
  const url = namedUrl(config.databaseUrl ?? (await startOwnDatabase(config, starting)), config, log);
  signal?.throwIfAborted();
  const reportWaiting = () => onProgress('Waiting for the database …');
  await awaitDatabase(() => prepareDatabase({ url, onProgress }), reportWaiting, signal).catch((error: unknown) => {
    throw explainStartError(error, url, config);
  });
  signal?.throwIfAborted();
  const complete = await withKeys({ ...config, databaseUrl: url });
  const { services, api, worker, executor, address, stop } = await createRuntime(complete, { log });
  stops.add(stop);
  await awaitDatabase(() => warnOfConnection(url, services.db, log), reportWaiting, signal);
  const keysFrom = config.vaultKeys ? 'VAULT_KEYS' : keysPath(config.dataDir);
  const requireKeys = () => requireInstanceKeys(services.db.pool, complete.vaultKeys, keysFrom, instanceColumns);
  await awaitDatabase(requireKeys, reportWaiting, signal);
  await awaitDatabase(() => continueLog(services.db, log), reportWaiting, signal);
  if (api) await bind(api, config);
  await worker?.start();
  const demo = config.demo && executor && api ? await ensureDemo(services, executor, config.dataDir, address()) : null;
  return { url: api && address(), demo, services };
}

async function startOwnDatabase({ dataDir }: Config, { onProgress, stops }: Starting): Promise<string> {
  const postgres = await startEmbeddedPostgres({ dataDir, onProgress });
  stops.add(() => postgres.stop());
  return postgres.url;
}

/** The database's URL with the name of this process, which Postgres shows for its connections. */
function namedUrl(url: string, { role }: Config, log: Log): string {
  const unused = unusedParameters(url);
  if (unused.length > 0) log.warn({ unused }, 'DATABASE_URL has parameters that are not supported and are ignored');
  return withApplicationName(url, `workspace-automation/${role}`);
}

async function warnOfConnection(url: string, { pool, tenantPool, dedicated }: Database, log: Log): Promise<void> {
  for (const one of [pool, tenantPool, dedicated]) if (!(await isTlsToPostgres(url, one))) log.warn(tlsTerminatedEarly);
  if (!(await isBound(tenantPool))) log.warn(unbound);
}

const unbound =
  'the role of DATABASE_URL is a superuser or has BYPASSRLS, so row-level security between workspaces does not apply to it. Connect as a role without either';

const tlsTerminatedEarly =
  'DATABASE_URL requires TLS, but a proxy in front of Postgres terminates it: the connection from the proxy to Postgres may not be encrypted';

function bind({ server }: Api, { host, port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const inUse = error.code === 'EADDRINUSE';
      reject(
        inUse
          ? new Error(`Port ${port} is already in use. Stop the program that uses it, or set PORT to a free port.`)
          : error,
      );
    });
    server.listen(port, host, resolve);
  });
}
