import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import type { AddressInfo } from 'node:net';
import { migrations } from '../../migrations/index.js';
import type { Config } from '../config.js';
import type { RunWorker } from '../contexts/automation/executions/index.js';
import { awaitDatabase } from '../platform/database/await-database.js';
import { unusedParameters, withApplicationName } from '../platform/database/connection-config.js';
import { type Database, openDatabase } from '../platform/database/database.js';
import { explainStartError } from '../platform/database/explain-start-error.js';
import { createListener } from '../platform/database/listener.js';
import { pendingMigrations } from '../platform/database/migrate.js';
import { isTlsToPostgres } from '../platform/database/unreachable.js';
import { isBound } from '../platform/database/wall.js';
import { startEmbeddedPostgres } from '../platform/embedded-postgres/index.js';
import { createExecutor, type Executor } from '../platform/graphql/executor.js';
import { keysPath, readOrCreateInstanceKeys } from '../platform/instance-keys.js';
import type { Log } from '../platform/log.js';
import { createOutbound } from '../platform/outbound/index.js';
import type { Services } from '../platform/services.js';
import { requireInstanceKeys } from '../platform/vault/index.js';
import { type Api, createApi } from './api.js';
import { entities, ids } from './collect-modules.js';
import { createPorts } from './create-ports.js';
import { demoEndpoint } from './demo/demo-endpoint.js';
import { withDemoEndpoint } from './demo/demo-outbound.js';
import { type Demo, ensureDemo } from './demo/ensure-demo.js';
import { createMetrics, type Metrics } from './metrics.js';
import { prepareDatabase } from './prepare-database.js';
import { buildGraphSchema } from './schema.js';
import { createServices } from './services.js';
import { createWorker } from './worker.js';

export interface StartedServer {
  /** Where the API answers; null for a process that only works. */
  url: string | null;
  /** The workspace to try things out in, where there is one. */
  demo: Demo | null;
  services: Services;
  stop(): Promise<void>;
}

/** What comes up after those who ask for it. */
interface State {
  worker: RunWorker | null;
}

/** What was started, in order; stopping goes the other way round. */
type Stop = () => Promise<void>;

/**
 * Starts what the role asks for, on the database that the configuration names or on one of our own.
 * @param signal ends the start at the next step; what was started by then is stopped
 */
export async function startServer(
  config: Config,
  log: Log,
  onProgress: (message: string) => void,
  signal?: AbortSignal,
): Promise<StartedServer> {
  const stops: Stop[] = [];
  const stop = async () => {
    for (const one of stops.splice(0).reverse())
      await one().catch((error: Error) => log.error({ err: error }, 'stopping failed'));
  };
  try {
    const started = await start(config, log, onProgress, stops, signal);
    signal?.throwIfAborted();
    return { ...started, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(
  config: Config,
  log: Log,
  onProgress: (message: string) => void,
  stops: Stop[],
  signal: AbortSignal | undefined,
) {
  const url = namedUrl(config.databaseUrl ?? (await startOwnDatabase(config, onProgress, stops)), config, log);
  signal?.throwIfAborted();
  const tellWaiting = () => onProgress('Waiting for the database …');
  await awaitDatabase(() => prepareDatabase({ url, onProgress }), tellWaiting, signal).catch((error: unknown) => {
    throw explainStartError(error, url, config);
  });
  signal?.throwIfAborted();
  const keys = config.jwtSecret && config.vaultKeys ? null : await readOrCreateInstanceKeys(config.dataDir);
  const db = await openDatabase({ url, entities });
  stops.push(() => db.close());
  for (const pool of [db.pool, db.walledPool, db.aside]) {
    if (!(await isTlsToPostgres(url, pool))) log.warn(tlsEndsEarly);
  }
  if (!(await isBound(db.walledPool))) log.warn(unbound);
  const listener = createListener(url, log);
  stops.push(() => listener.close());
  const settings = {
    publicUrl: config.publicUrl ?? `http://${config.host}:${config.port}`,
    registration: config.registration,
    jwtSecret: config.jwtSecret ?? (keys?.jwtSecret as string),
    production: config.production,
    startingCreditsMicros: config.startingCreditsMicros,
    creditsSelfService: config.creditsSelfService,
    trustedIssuer: config.trustedIssuer,
  };
  const vaultKeys = config.vaultKeys ?? keys?.vaultKeys ?? [];
  const keysFrom = config.vaultKeys ? 'VAULT_KEYS' : keysPath(config.dataDir);
  await awaitDatabase(() => requireInstanceKeys(db.pool, vaultKeys, keysFrom), tellWaiting, signal);
  const limits = { perMinute: config.rateLimitPerMinute, credentialsPerMinute: config.authRateLimit };
  // Keys of our own can be added by rotate-keys while we run; those of the environment come with a start.
  const reloadVaultKeys = config.vaultKeys
    ? undefined
    : async () => (await readOrCreateInstanceKeys(config.dataDir)).vaultKeys;
  const { codeNode, providers } = config;
  const { smtp } = providers;
  const guard = createOutbound({ allow: config.outboundAllow });
  stops.push(() => guard.close());
  const keysAndLimits = { vaultKeys, reloadVaultKeys, limits };
  const services = createServices({ db, listener, log, settings, ...keysAndLimits, smtp, outbound: guard, providers });
  stops.push(() => services.models.close());
  stops.push(() => services.limits.close());
  stops.push(async () => services.mailer?.close());
  stops.push(async () => services.feed.close());
  stops.push(async () => services.ends.close());

  const state: State = { worker: null };
  const metrics = createMetrics({ pool: db.pool, worker: () => state.worker });
  const executor = config.role === 'worker' ? null : createExecutor(buildGraphSchema(), ids);
  const address = executor && (await listen(config, services, executor, metrics, state, stops));
  if (address && !config.publicUrl) settings.publicUrl = address;
  if (config.role !== 'api') {
    const outbound = config.demo && address ? withDemoEndpoint(guard, address) : guard;
    const sandbox = config.embedded && !config.production;
    const ports = createPorts({ services, outbound, codeNode, providers, sandbox });
    stops.push(() => ports.close());
    const { workerConcurrency: concurrency, retentionDays } = config;
    const onLeft = metrics.countRun;
    const worker = await createWorker({
      services,
      listener,
      outbound,
      ports,
      concurrency,
      retentionDays,
      onLeft,
    });
    state.worker = worker;
    // What this process accepts it drives, where it can.
    services.runs = worker.runs;
    stops.push(() => worker.stop());
  }
  const demo =
    config.demo && executor && address ? await ensureDemo(services, executor, config.dataDir, address) : null;
  return { url: address, demo, services };
}

const unbound =
  'the role of DATABASE_URL is a superuser or has BYPASSRLS: row-level security, the second wall between workspaces, does not bind it. Connect as a role without either';

const tlsEndsEarly =
  'DATABASE_URL asks for TLS, and a proxy in front of Postgres ends it: what follows behind the proxy is not encrypted by this connection';

/** The database's address with this process's name for Postgres to show. */
function namedUrl(url: string, { role }: Config, log: Log): string {
  const unused = unusedParameters(url);
  if (unused.length > 0) log.warn({ unused }, 'DATABASE_URL has parameters that are not used');
  return withApplicationName(url, `workspace-automation/${role}`);
}

async function startOwnDatabase(
  { dataDir }: Config,
  onProgress: (message: string) => void,
  stops: Stop[],
): Promise<string> {
  const postgres = await startEmbeddedPostgres({ dataDir, onProgress });
  stops.push(() => postgres.stop());
  return postgres.url;
}

async function listen(
  config: Config,
  services: Services,
  executor: Executor,
  metrics: Metrics,
  state: State,
  stops: Stop[],
): Promise<string> {
  const api = await createApi({
    services,
    executor,
    corsOrigins: config.corsOrigins,
    trustProxy: config.trustProxy,
    version: packageVersion(),
    metrics,
    metricsAccess: { token: config.metricsToken, onlyHere: config.production },
    readiness: () => notReady(services.db, config.role === 'all' ? state : null),
    ...(config.demo && { extra: demoEndpoint() }),
  });
  await bind(api, config);
  stops.push(() => api.stop());
  const { port } = api.server.address() as AddressInfo;
  return `http://${hostInUrl(config.host)}:${port}`;
}

/** The listening address as a client on this machine writes it. */
function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function bind({ server }: Api, { host, port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const inUse = error.code === 'EADDRINUSE';
      reject(inUse ? new Error(`Port ${port} is in use. Stop what listens there, or set PORT to another one.`) : error);
    });
    server.listen(port, host, resolve);
  });
}

async function notReady(db: Database, state: State | null): Promise<string | null> {
  try {
    const pending = await pendingMigrations(db.pool, migrations);
    if (pending.length > 0) return `Migrations are pending: ${pending.join(', ')}.`;
  } catch {
    return 'The database cannot be reached.';
  }
  if (state && !state.worker?.alive()) return 'The worker of this process is not running.';
  return null;
}

function packageVersion(): string {
  const path = findPackageJSON(import.meta.url) as string;
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
}
