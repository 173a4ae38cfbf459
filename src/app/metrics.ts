import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Release } from '../contexts/automation/executions/index.js';
import { countedAtMost, readOpenExecutions } from './open-executions.js';

export interface MetricsSources {
  pool: pg.Pool;
  /** The number of executions that this process drives now. */
  drivenHere: () => number;
  /** Milliseconds by which the event loop was delayed in the last seconds. */
  loopDelay: () => number;
  /** Bytes of responses that steps in progress have reserved. */
  reserved: () => number;
}

/** The metrics of this process, for Prometheus. */
export interface Metrics {
  registry: Registry;
  /** Seconds from a request to the end of its answer. */
  requests: Histogram<'method' | 'route' | 'status'>;
  /** Counts an execution that left this process. */
  countRun(how: Release): void;
  /** Adds the number of open WebSockets. */
  watchSockets(count: () => number): void;
}

/** Upper bounds in seconds, up to requests that wait for an overloaded database. */
const requestBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const runBuckets = [0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 1_800];
/** Scrapes within this many milliseconds share one query of the queue. */
const queueReadMs = 2_000;

export function createMetrics({ pool, drivenHere, loopDelay, reserved }: MetricsSources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of HTTP requests, by route.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: requestBuckets,
    registers,
  });
  const runs = new Counter({
    name: 'flow_runs_total',
    help: 'Executions that left this process: ended, waiting, or released to the queue.',
    labelNames: ['outcome'] as const,
    registers,
  });
  const runSeconds = new Histogram({
    name: 'flow_run_active_seconds',
    help: 'Time in which ended executions were active, without waits.',
    buckets: runBuckets,
    registers,
  });
  watch(registry, 'flow_runs_in_hand', 'Executions that this process drives now.', drivenHere);
  watch(registry, 'database_connections', 'Connections of this process to the database.', () => pool.totalCount);
  watch(
    registry,
    'database_connections_idle',
    'Idle connections of this process to the database.',
    () => pool.idleCount,
  );
  watch(registry, 'database_waiting', 'Statements that wait for a connection.', () => pool.waitingCount);
  const delayed = 'Delay of the event loop in the last 5 to 10 seconds, 99th percentile. Part of /readyz.';
  watch(registry, 'event_loop_delay_p99_seconds', delayed, () => loopDelay() / 1_000);
  watch(registry, 'response_memory_bytes', 'Memory reserved for long responses, see RESPONSE_MEMORY_MIB.', reserved);
  watchClaimed(registry, pool);
  return {
    registry,
    requests,
    countRun(how) {
      runs.inc({ outcome: how.kind === 'ended' ? how.status : how.kind });
      if (how.kind === 'ended') runSeconds.observe(how.activeMs / 1_000);
    },
    watchSockets: (count) => watch(registry, 'websocket_connections', 'Open WebSockets of GraphQL.', count),
  };
}

function watch(registry: Registry, name: string, help: string, read: () => number): void {
  const collect = () => gauge.set(read());
  const gauge: Gauge = new Gauge({ name, help, registers: [registry], collect });
}

/** Claims are the same for all processes: take the maximum over them, not the sum. */
function watchClaimed(registry: Registry, pool: pg.Pool): void {
  const registers = [registry];
  const age = new Gauge({
    name: 'executions_oldest_queued_seconds',
    help: 'Time for which the oldest queued execution has waited for a worker.',
    registers,
  });
  let readAt = Number.NEGATIVE_INFINITY;
  const open: Gauge<'state'> = new Gauge({
    name: 'executions_open',
    help: `Executions that have not ended: queued, claimed by a worker, or waiting; each counted up to ${countedAtMost}.`,
    labelNames: ['state'] as const,
    registers,
    async collect() {
      if (performance.now() - readAt < queueReadMs) return;
      const { queued, claimed, waiting, oldest } = await readOpenExecutions(pool);
      readAt = performance.now();
      for (const [state, count] of Object.entries({ queued, claimed, waiting })) open.set({ state }, count);
      age.set(oldest);
    },
  });
}
