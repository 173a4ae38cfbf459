// Decorators need it before the first class is loaded.
import 'reflect-metadata';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../config/index.js';
import { createLoginLink } from '../contexts/accounts/auth/index.js';
import { continueLog } from '../contexts/automation/executions/index.js';
import { awaitDatabase } from '../platform/database/await-database.js';
import { unusedParameters, withApplicationName } from '../platform/database/connection-config.js';
import { readClock } from '../platform/database/database-clock.js';
import { explainStartError } from '../platform/database/explain-start-error.js';
import { watchClock } from '../platform/database/watch-clock.js';
import { startEmbeddedPostgres } from '../platform/embedded-postgres/index.js';
import { keysPath } from '../platform/instance-keys.js';
import type { Log } from '../platform/log.js';
import { registry } from '../platform/metrics/index.js';
import type { Services } from '../platform/services.js';
import { requireInstanceKeys } from '../platform/vault/index.js';
import { archiving, keepArchive } from '../platform/wal-archive/index.js';
import { serveMetrics } from '../rest/serve-metrics.js';
import { checkConnections } from './check-connections.js';
import { instanceColumns } from './collect-modules.js';
import { createRuntime, metricsAccessOf, type Runtime } from './create-runtime.js';
import { type Demo, ensureDemo } from './demo/ensure-demo.js';
import { findDashboard } from './find-dashboard.js';
import { openHealthServer } from './health-server.js';
import { listen } from './listen.js';
import { packageVersion } from './package-version.js';
import { prepareDatabase } from './prepare-database.js';
import { createStopList, type StopList } from './stop-list.js';
import { withKeys } from './with-keys.js';

export interface StartedServer {
  /** The URL of the API; null for `ROLE=worker`. */
  url: string | null;
  /** The URL of HEALTH_PORT; null if it is not set. */
  healthUrl: string | null;
  /** The demo workspace; null without one. */
  demo: Demo | null;
  /** The address of the dashboard, which logs in to the demo workspace, once; null if there is none. */
  dashboard: string | null;
  services: Services;
  /**
   * Is not ready from now on, accepts requests and work for `delayMs` more, then stops within the grace period.
   * @param delayMs defaults to 0
   */
  stop(delayMs?: number): Promise<void>;
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
    return {
      ...started,
      async stop(delayMs = 0) {
        started.drain();
        if (delayMs > 0) log.info({ delayMs }, 'not ready any more; still accepting requests');
        await delay(delayMs);
        await stops.stop();
      },
    };
  } catch (error) {
    await stops.stop();
    throw error;
  }
}

async function start(
  config: Config,
  starting: Starting,
): Promise<Omit<StartedServer, 'stop'> & Pick<Runtime, 'drain'>> {
  const { log, onProgress, stops, signal } = starting;
  const health = await openHealthServer(config);
  // Added first, so closed last.
  if (health) stops.add(() => health.close());
  const url = namedUrl(config.databaseUrl ?? (await startOwnDatabase(config, starting)), config, log);
  const directUrl = config.databaseDirectUrl && namedUrl(config.databaseDirectUrl, config, log);
  signal?.throwIfAborted();
  const reportWaiting = () => onProgress('Waiting for the database …');
  await awaitDatabase(() => prepareDatabase({ url: directUrl ?? url, onProgress }), reportWaiting, signal).catch(
    (error: unknown) => {
      throw explainStartError(error, directUrl ?? url, config);
    },
  );
  signal?.throwIfAborted();
  const replicaUrl = config.databaseReplicaUrl && namedUrl(config.databaseReplicaUrl, config, log);
  const complete = await withKeys({
    ...config,
    databaseUrl: url,
    databaseDirectUrl: directUrl,
    databaseReplicaUrl: replicaUrl,
  });
  const runtime = await createRuntime(complete, { log });
  const { services, api, worker, executor, address, stop, drain } = runtime;
  stops.add(stop);
  const check = () => checkConnections(complete, services.db, log);
  await awaitDatabase(check, reportWaiting, signal).catch((error: unknown) => {
    throw explainStartError(error, url, { ...config, databaseDirectUrl: undefined });
  });
  // Without a lease nothing else reads it before the first request.
  await awaitDatabase(() => readClock(services.db), reportWaiting, signal);
  const clock = watchClock(services);
  stops.add(() => clock.stop());
  const keysFrom = config.vaultKeys ? 'VAULT_KEYS' : keysPath(config.dataDir);
  const requireKeys = () => requireInstanceKeys(services.db.pool, complete.vaultKeys, keysFrom, instanceColumns);
  await awaitDatabase(requireKeys, reportWaiting, signal);
  await awaitDatabase(() => continueLog(services.db, log), reportWaiting, signal);
  if (api) await listen(api.server, { ...config, setting: 'PORT' });
  await worker?.start();
  const demo = config.demo && executor && api ? await ensureDemo(services, executor, config.dataDir, address()) : null;
  const dashboard = api && config.dashboard && findDashboard() ? await dashboardUrl(services, address(), demo) : null;
  health?.report({
    readiness: runtime.readiness,
    metrics: serveMetrics(registry, metricsAccessOf(config)),
  });
  return { url: api && address(), healthUrl: health?.url ?? null, demo, dashboard, services, drain };
}

/** With a terminal, where only the operator reads it, the address logs in. */
async function dashboardUrl({ db, now }: Services, address: string, demo: Demo | null): Promise<string> {
  if (!demo || !process.stdout.isTTY) return `${address}/app`;
  return (await createLoginLink(db.pool, demo.email, address, now())).link;
}

/**
 * Connections that the embedded Postgres accepts beside those of the pools: the lease, LISTEN, migrations, suspects, commands and
 * superusers. It reserves memory for each.
 */
const otherConnections = 50;

async function startOwnDatabase(config: Config, { onProgress, stops, log }: Starting): Promise<string> {
  const { dataDir, dbPoolSize, walArchiveDir: archive, walArchiveDays: days } = config;
  const { settings, folders } = archiving(archive);
  const connections = { max_connections: String(dbPoolSize + otherConnections) };
  const postgres = await startEmbeddedPostgres({
    dataDir,
    onProgress,
    folders,
    settings: { ...settings, ...connections },
  });
  stops.add(() => postgres.stop());
  const { url, adminUrl } = postgres;
  if (archive) stops.add(keepArchive({ dataDir, adminUrl, archive, days, release: packageVersion(), log }));
  return url;
}

/** The database's URL with the name of this process, which Postgres shows for its connections. */
function namedUrl(url: string, { role }: Config, log: Log): string {
  const unused = unusedParameters(url);
  if (unused.length > 0)
    log.warn({ unused }, 'the URL of the database has parameters that are not supported and are ignored');
  return withApplicationName(url, `workspace-automation/${role}`);
}
