import { hostname } from 'node:os';
import { context, metrics as metricsApi, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, type Resource, resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Log } from '../log.js';
import { registry } from '../metrics/index.js';
import type { TelemetrySettings } from '../tracing/telemetry-settings.js';
import { setTracer } from '../tracing/tracing.js';
import { createTracer } from './create-tracer.js';
import { prometheusProducer } from './prometheus-producer.js';
import { reportedExporter } from './reported-exporter.js';
import { traceStatements } from './trace-statements.js';

/** Milliseconds for the last export when the process stops. */
const stopMs = 3_000;

export interface Telemetry {
  /** Exports what is left, and records nothing more. */
  stop(): Promise<void>;
}

export interface TelemetryOptions extends TelemetrySettings {
  version: string;
  role: string;
  log: Log;
}

/** Exports traces and metrics of this process by OTLP over HTTP until it is stopped. */
export function startTelemetry(options: TelemetryOptions): Telemetry {
  const resource = resourceOf(options);
  const parts = [
    ...(options.traces ? [startTraces(options, resource)] : []),
    ...(options.metrics ? [startMetrics(options, resource)] : []),
  ];
  return {
    async stop() {
      const stopped = Promise.all(parts.map((stop) => stop())).catch(() => undefined);
      await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, stopMs).unref())]);
    },
  };
}

function resourceOf({ version, role, attributes }: TelemetryOptions): Resource {
  const own = resourceFromAttributes({
    'service.version': version,
    'service.instance.id': `${hostname()}:${process.pid}`,
    'host.name': hostname(),
    'process.pid': process.pid,
    'workspace_automation.role': role,
    ...attributes,
  });
  return defaultResource().merge(own);
}

function startTraces({ endpoint, headers, sampler, log }: TelemetryOptions, resource: Resource): () => Promise<void> {
  const exporter = reportedExporter(new OTLPTraceExporter({ url: urlOf(endpoint, 'traces'), headers }), 'traces', log);
  const provider = new TracerProvider({
    resource,
    sampler: createSampler(sampler),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const otel = provider.getTracer('workspace-automation');
  const endStatements = traceStatements(otel);
  setTracer(createTracer(otel));
  return async () => {
    setTracer(null);
    endStatements();
    await provider.shutdown();
    trace.disable();
    context.disable();
  };
}

function startMetrics(
  { endpoint, headers, metricIntervalMs, log }: TelemetryOptions,
  resource: Resource,
): () => Promise<void> {
  const exporter = reportedExporter(
    new OTLPMetricExporter({ url: urlOf(endpoint, 'metrics'), headers }),
    'metrics',
    log,
  );
  const reader = new PeriodicExportingMetricReader({
    exporter,
    exportIntervalMillis: metricIntervalMs,
    exportTimeoutMillis: Math.min(metricIntervalMs, 30_000),
    metricProducers: [prometheusProducer(registry, resource)],
  });
  const provider = new MeterProvider({ resource, readers: [reader] });
  metricsApi.setGlobalMeterProvider(provider);
  return async () => {
    await provider.shutdown();
    metricsApi.disable();
  };
}

function urlOf(endpoint: string, signal: string): string {
  return `${endpoint.replace(/\/+$/, '')}/v1/${signal}`;
}

/** The sampler that `OTEL_TRACES_SAMPLER` names. */
function createSampler({ name, ratio }: TelemetrySettings['sampler']): Sampler {
  switch (name) {
    case 'always_on':
      return new AlwaysOnSampler();
    case 'always_off':
      return new AlwaysOffSampler();
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(ratio);
    case 'parentbased_always_on':
      return new ParentBasedSampler({ root: new AlwaysOnSampler() });
    case 'parentbased_always_off':
      return new ParentBasedSampler({ root: new AlwaysOffSampler() });
    case 'parentbased_traceidratio':
      return new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) });
  }
}
