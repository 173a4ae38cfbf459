import { createServer } from 'node:http';
import type { Config } from '../config/index.js';
import {
  approvalMail,
  createRunWorker,
  createSuspectWorker,
  drivingHere,
  runWorker,
  type SuspectWorker,
  type SuspectWorkerOptions,
} from '../contexts/automation/executions/index.js';
import { mailUnrecorded } from '../contexts/engagement/channels/index.js';
import type { AnswerLimits } from '../platform/answers/answer-limits.js';
import { leastPoolSize } from '../platform/database/connection-needs.js';
import { openDatabase } from '../platform/database/database.js';
import { readClock } from '../platform/database/database-clock.js';
import { defineService, implement } from '../platform/define-service.js';
import type { Compile } from '../platform/graphql/compiled-operations.js';
import { createExecutor, type Executor } from '../platform/graphql/executor.js';
import type { VaultKey } from '../platform/instance-keys.js';
import { createLog, type Log } from '../platform/log.js';
import { createOutbound, type Outbound } from '../platform/outbound/index.js';
import { createConnectionLimits } from '../platform/rate-limit/connection-limits.js';
import type { ServiceContext, Settings } from '../platform/services.js';
import { ByteBudget, reservedMemory } from '../platform/work/byte-budget.js';
import { type LoopDelay, watchLoopDelay } from '../platform/work/loop-delay.js';
import type { MetricsAccess } from '../rest/serve-metrics.js';
import { type Api, createApi } from './api.js';
import { entities, ids } from './collect-modules.js';
import { createPorts } from './create-ports.js';
import { createWakeups } from './create-wakeups.js';
import { demoEndpoint } from './demo/demo-endpoint.js';
import { withDemoEndpoint } from './demo/demo-outbound.js';
import { exportTelemetry } from './export-telemetry.js';
import { findDashboard } from './find-dashboard.js';
import { type Readiness, readinessOf } from './health.js';
import { serverOptions } from './limit-connections.js';
import { addressOf } from './listen.js';
import { packageVersion } from './package-version.js';
import { buildGraphSchema } from './schema.js';
import { createServices } from './services.js';
import { createStopList, type StopList } from './stop-list.js';
import { suspectProcess } from './suspects/start-suspect-process.js';
import { watchProcess } from './watch-process.js';
import { createWorker, type DriveOverrides, driveDeps, type Worker } from './worker.js';

/** A complete configuration: with the database and the keys that the process uses. */
export interface RuntimeConfig extends Config {
  /** The URL of a migrated database. */
  databaseUrl: string;
  jwtSecret: string;
  vaultKeys: VaultKey[];
  /** Whether the demo's endpoint is served, here or by the process that started this one. Defaults to `ROLE=all`. */
  demoIsServed?: boolean | undefined;
  /** Reads the keys again, to find those that were added while the process runs. */
  reloadVaultKeys?: (() => Promise<VaultKey[]>) | undefined;
}

/** What tests set differently from production. */
export interface Overrides extends DriveOverrides {
  /** Defaults to JSON lines on stdout. */
  log?: Log | undefined;
  /** The time by which everything goes. Defaults to the database's clock. */
  now?: (() => Date) | undefined;
  /** The clock of the machine, in milliseconds since 1970, which is corrected by the database's. */
  machineNow?: (() => number) | undefined;
  answers?: Partial<AnswerLimits> | undefined;
  /** Compiles an operation to a function. Defaults to graphql-jit. */
  compile?: Compile | undefined;
  /** Node's options for worker threads, where the code needs a loader. */
  threadArgv?: readonly string[] | undefined;
  /** Readings of the delay of the event loop. Defaults to that of this process. */
  loopDelay?: LoopDelay | undefined;
  /** Instead of DB_POOL_SIZE. */
  poolSize?: number | undefined;
  /** The script of the process that drives suspects. */
  suspectScript?: URL | undefined;
}

/** The parts of a process. It serves requests once its server listens, and drives executions once its worker is started. */
export interface Runtime {
  services: ServiceContext;
  /** Null for `ROLE=worker`. */
  executor: Executor | null;
  /** Null for `ROLE=worker`. */
  api: Api | null;
  /** Null for `ROLE=api`. */
  worker: Worker | null;
  /** Creates a worker that drives suspects only, in a process that does nothing else. */
  suspectWorker: (onDriving: SuspectWorkerOptions['onDriving']) => SuspectWorker;
  /** The URL of the server for a client on this machine. */
  address(): string;
  readiness: Readiness;
  /** The process is going to stop: it is not ready any more, but still accepts requests and work. */
  drain(): void;
  /** Stops and closes every part, in the reverse order of its creation. */
  stop(): Promise<void>;
}

/**
 * Builds a process from its configuration, for `npm start` and for tests. Nothing of it changes afterwards. It runs no
 * migrations, binds no port and claims no work.
 */
export async function createRuntime(config: RuntimeConfig, overrides: Overrides = {}): Promise<Runtime> {
  const log = overrides.log ?? createLog({ level: config.logLevel, role: config.role, pretty: process.stdout.isTTY });
  const stops = createStopList(log);
  try {
    return { ...(await build(config, { ...overrides, log }, stops)), stop: stops.stop };
  } catch (error) {
    await stops.stop();
    throw error;
  }
}

/** The services of a process that serves no requests and drives no executions: those of the operator's commands. */
export async function openServices(
  config: RuntimeConfig,
  log: Log,
): Promise<{ services: ServiceContext; close(): Promise<void> }> {
  const stops = createStopList(log);
  const loopDelay = watchLoopDelay();
  stops.add(() => loopDelay.stop());
  const address = () => config.publicUrl ?? `http://localhost:${config.port}`;
  const overrides = { log, loopDelay, poolSize: leastPoolSize };
  try {
    const { services } = await buildServices(
      { ...config, role: 'api', demo: false, databaseReplicaUrl: undefined },
      overrides,
      stops,
      address,
    );
    await readClock(services.db);
    return { services, close: stops.stop };
  } catch (error) {
    await stops.stop();
    throw error;
  }
}

async function build(config: RuntimeConfig, overrides: Overrides & { log: Log }, stops: StopList) {
  stops.add(await exportTelemetry(config, overrides.log));
  const server = createServer(serverOptions);
  const address = () => addressOf(server, config);
  const loopDelay = overrides.loopDelay ?? watchLoopDelay();
  stops.add(() => loopDelay.stop());
  const { services, ports, driving } = await buildServices(config, { ...overrides, loopDelay }, stops, address);
  stops.add(watchProcess(services, config, loopDelay));
  const suspectWorker: Runtime['suspectWorker'] = (onDriving) =>
    createSuspectWorker({ ...driving(services), onDriving });
  const worker = createWorker({ services, ports: services.get(ports) });
  let isDraining = false;
  const isReady = readinessOf(services.db, worker, loopDelay);
  const readiness: Readiness = async () => (isDraining ? 'The server is stopping.' : isReady());
  const executor = config.role === 'worker' ? null : createExecutor(buildGraphSchema(), ids, overrides.compile);
  const api =
    executor &&
    (await createApi({
      ...{ services, executor, server, version: packageVersion() },
      ...{ corsOrigins: config.corsOrigins, trustProxy: config.trustProxy },
      trusted: { folder: config.graphqlDocuments, only: config.graphqlTrustedOnly },
      connections: createConnectionLimits(config, services.now),
      metricsAccess: metricsAccessOf(config),
      readiness,
      dashboard: config.dashboard ? findDashboard() : null,
      extra: config.demo ? demoEndpoint() : undefined,
    }));
  // Together: requests in progress can wait for executions, and both have the same time.
  stops.add(async () => {
    await Promise.all([worker?.stop(), api?.stop(config.shutdownGraceSeconds * 1_000)]);
  });
  const drain = () => {
    isDraining = true;
    api?.drain();
  };
  return { services, executor, api, worker, suspectWorker, address, readiness, drain };
}

/** Who may read the metrics of this process. */
export function metricsAccessOf({ metricsToken: token, production: onlyHere }: Config): MetricsAccess {
  return { token, onlyHere };
}

async function buildServices(
  config: RuntimeConfig,
  overrides: Overrides & { log: Log; loopDelay: LoopDelay },
  stops: StopList,
  address: () => string,
) {
  const { log, answers, threadArgv, poolSize = config.dbPoolSize, machineNow } = overrides;
  const { databaseUrl: url, databaseDirectUrl: directUrl, vaultKeys, reloadVaultKeys, providers } = config;
  const replica = replicaOf(config, log);
  const db = await openDatabase({
    replica,
    url,
    directUrl,
    entities,
    poolSize,
    machineNow,
    onNotifies: (texts) => notifier.notifyAll(texts),
  });
  stops.add(() => db.close());
  const now = overrides.now ?? (() => db.clock.now());
  const { listener, notifier, close: closeWakeups } = await createWakeups(config, db.pool, log);
  stops.add(closeWakeups);
  const memory = new ByteBudget(config.responseMemoryMib * 1024 * 1024);
  stops.add(reservedMemory.watch(() => memory.reserved));
  const outbound = createOutbound({ allow: config.outboundAllow, memory });
  stops.add(() => outbound.close());
  const executionOutbound = outboundOfExecutions(config, outbound, address, stops);
  const { ports, implementations, driving } = implementationsOf(config, overrides, executionOutbound, memory);
  const { services, close } = createServices({
    ...{ db, listener, notifier, outbound, log, now, answers, threadArgv, vaultKeys, reloadVaultKeys, providers },
    settings: settingsOf(config, address),
    limits: { perMinute: config.rateLimitPerMinute, credentialsPerMinute: config.authRateLimit },
    implementations,
  });
  stops.add(close);
  return { services, ports, driving };
}

/** Processes that answer no requests read nothing that may lag. */
function replicaOf({ role, databaseReplicaUrl: url, replicaMaxLagSeconds }: RuntimeConfig, log: Log) {
  if (url === undefined || role === 'worker') return undefined;
  const onChange = (reason: string | null) => {
    if (reason === null) log.info('the replica serves reads that may lag');
    else log.warn({ reason }, 'the replica is not used; the primary serves all reads');
  };
  return { url, maxLagMs: replicaMaxLagSeconds * 1_000, onChange };
}

/** The services that modules declare and that are implemented here. */
function implementationsOf(config: RuntimeConfig, overrides: Overrides, outbound: Outbound, memory: ByteBudget) {
  const { codeNode, providers, role, workerConcurrency: concurrency, shutdownGraceSeconds } = config;
  const { inFlight, leaseSeconds, nodes, reached, threadArgv: execArgv, suspectScript: script } = overrides;
  const { reloadVaultKeys: _, ...sent } = config;
  const sandbox = config.embedded && !config.production;
  const ports = defineService(
    'ports',
    (services) => createPorts({ services, outbound, codeNode, providers, sandbox }),
    (instance) => instance.close(),
  );
  const driving = (services: ServiceContext) => {
    return driveDeps(services, { outbound, memory, ports: services.get(ports).of, leaseSeconds, nodes, reached });
  };
  const implementations = [
    ports,
    implement(approvalMail, (services) => mailUnrecorded(services.get(ports).context)),
    implement(drivingHere, driving),
    implement(runWorker, (services) => {
      if (role === 'api') return null;
      return createRunWorker({
        ...driving(services),
        ...{
          concurrency,
          inFlight,
          shutdownGraceSeconds,
          suspects: suspectProcess({ config: sent, leaseSeconds, execArgv, script }),
        },
      });
    }),
  ];
  return { ports, implementations, driving };
}

/** The guarded HTTP client of flows. The flow of the demo may also call this server. */
function outboundOfExecutions(
  config: RuntimeConfig,
  guard: Outbound,
  address: () => string,
  stops: StopList,
): Outbound {
  const { demo, demoIsServed = config.role === 'all' } = config;
  if (!demo || !demoIsServed) return guard;
  const outbound = withDemoEndpoint(guard, address);
  stops.add(() => outbound.close());
  return outbound;
}

function settingsOf(config: RuntimeConfig, address: () => string): Settings {
  const { registration, jwtSecret, production, startingCreditsMicros, creditsSelfService, trustedIssuer } = config;
  const { emailVerification, retentionDays, aiConcurrency, sendConcurrency, workspaceCreation } = config;
  const { stripeWebhookSecret, paymentWebhookSecret, walletLowCredits } = config;
  return {
    get publicUrl() {
      return config.publicUrl ?? address();
    },
    ...{ registration, jwtSecret, production, startingCreditsMicros, creditsSelfService, trustedIssuer },
    ...{ emailVerification, retentionDays, quotas: quotasOf(config), aiConcurrency, sendConcurrency },
    ...{ workspaceCreation, stripeWebhookSecret, paymentWebhookSecret, walletLowCredits },
  };
}

function quotasOf(config: RuntimeConfig): Settings['quotas'] {
  return {
    executionsInFlight: config.quotaExecutionsInFlight,
    executionsQueued: config.quotaExecutionsQueued,
    executionsStartedPerMinute: config.quotaExecutionsStartedPerMinute,
    descendantsOfRoot: config.quotaDescendantsOfRoot,
    storageBytes: config.quotaStorageBytes,
  };
}
