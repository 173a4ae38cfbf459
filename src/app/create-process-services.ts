import {
  approvalMail,
  createExecutionWorker,
  drivingHere,
  executionWorker,
  watchFailures,
} from '../contexts/automation/executions/index.js';
import { mailUnrecorded } from '../contexts/engagement/channels/index.js';
import { graphExecutor } from '../contexts/insight/jobs/index.js';
import { routesOfOperations } from '../contexts/insight/requests/index.js';
import { leastPoolSize } from '../platform/database/connection-needs.js';
import { openDatabase } from '../platform/database/database.js';
import { readClock } from '../platform/database/database-clock.js';
import { defineService, implement } from '../platform/define-service.js';
import type { Log } from '../platform/log.js';
import { createOutbound, type Outbound } from '../platform/outbound/index.js';
import type { ServiceContext } from '../platform/services.js';
import { ByteBudget, reservedMemory } from '../platform/slots/byte-budget.js';
import { type LoopDelay, watchLoopDelay } from '../platform/slots/loop-delay.js';
import { joinTables, type RouteTable } from '../rest/route.js';
import { entities, loadRoutes } from './collect-modules.js';
import { createPorts } from './create-ports.js';
import { createWakeups } from './create-wakeups.js';
import { withDemoEndpoint } from './demo/demo-outbound.js';
import type { Overrides, RuntimeConfig } from './runtime-config.js';
import { createServices } from './services.js';
import { settingsOf } from './settings-of.js';
import { suspectProcess } from './start-suspect-process.js';
import { createStopList, type StopList } from './stop-list.js';
import { driveDeps } from './worker.js';

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
    const { services } = await createProcessServices(
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

/** Opens the database and whatever else the services of a process need, and creates them. */
export async function createProcessServices(
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
  const guard = createOutbound({ allow: config.outboundAllow, memory });
  const outbound = overrides.outbound?.(guard) ?? guard;
  stops.add(() => guard.close());
  const executionOutbound = outboundOfExecutions(config, outbound, address, stops);
  const { ports, implementations, driving } = implementationsOf(config, overrides, executionOutbound, memory);
  const { services, close } = createServices({
    db,
    listener,
    notifier,
    outbound,
    log,
    now,
    answers,
    threadArgv,
    vaultKeys,
    reloadVaultKeys,
    providers,
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

/** Loaded by the first job of a process: the operator's commands have none. */
async function loadExecutor() {
  return (await import('./graph-executor.js')).processExecutor();
}

/** Every route, joined at the first call of an operation by a flow. */
function routesOnce(): () => Promise<RouteTable> {
  let joined: Promise<RouteTable> | undefined;
  return () => {
    joined ??= loadRoutes().then(joinTables);
    return joined;
  };
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
    implement(graphExecutor, () => loadExecutor),
    implement(routesOfOperations, () => routesOnce()),
    implement(executionWorker, (services) => {
      if (role === 'api') return null;
      return createExecutionWorker({
        ...driving(services),
        concurrency,
        inFlight,
        shutdownGraceSeconds,
        suspects: suspectProcess({ config: sent, leaseSeconds, execArgv, script }),
        watchFailures,
      });
    }),
  ];
  return { ports, implementations, driving };
}
