import { type HrTime, ValueType } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client';

type Sample = MetricValue<string> & { metricName?: string };
type Collected = Omit<MetricObjectWithValues<Sample>, 'type'> & { type: unknown };

/** Gives the metrics of a registry to an exporter of OpenTelemetry, so that each is measured once. */
export function prometheusProducer(registry: Registry, resource: Resource): MetricProducer {
  const startTime = toHrTime(Date.now());
  return {
    async collect() {
      const metrics = (await registry.getMetricsAsJSON()) as unknown as Collected[];
      const times = { startTime, endTime: toHrTime(Date.now()) };
      const data = metrics.flatMap((metric) => toMetricData(metric, times) ?? []);
      const scope = { name: 'workspace-automation' };
      return { resourceMetrics: { resource, scopeMetrics: [{ scope, metrics: data }] }, errors: [] };
    },
  };
}

type Times = Pick<DataPoint<unknown>, 'startTime' | 'endTime'>;

/** Null for summaries, of which there are none. */
function toMetricData({ name, help, type, values }: Collected, times: Times): MetricData | null {
  const unit = /_seconds(_total)?$/.test(name) ? 's' : /_bytes(_total)?$/.test(name) ? 'By' : '';
  const common = {
    descriptor: { name, description: help, unit, valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  const points = () => values.map(({ labels, value }) => ({ ...times, attributes: { ...labels }, value }));
  switch (type) {
    case 'counter':
      return { ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points() };
    case 'gauge':
      return { ...common, dataPointType: DataPointType.GAUGE, dataPoints: points() };
    case 'histogram':
      return { ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints: histograms(name, values, times) };
    default:
      return null;
  }
}

/** Puts the samples of each combination of labels together. Buckets of Prometheus contain those below them. */
function histograms(name: string, samples: readonly Sample[], times: Times): DataPoint<Histogram>[] {
  const found = new Map<
    string,
    { attributes: Record<string, string | number>; below: [number, number][]; sum: number; count: number }
  >();
  for (const { labels, value, metricName } of samples) {
    const { le, ...attributes } = labels as Record<string, string | number>;
    const key = JSON.stringify(Object.entries(attributes).sort());
    const one = found.get(key) ?? { attributes, below: [], sum: 0, count: 0 };
    found.set(key, one);
    if (metricName === `${name}_sum`) one.sum = value;
    else if (metricName === `${name}_count`) one.count = value;
    else if (le !== '+Inf') one.below.push([Number(le), value]);
  }
  return [...found.values()].map(({ attributes, below, sum, count }) => {
    const sorted = below.toSorted(([a], [b]) => a - b);
    const boundaries = sorted.map(([bound]) => bound);
    const cumulative = [0, ...sorted.map(([, seen]) => seen), count];
    const counts = cumulative.slice(1).map((seen, index) => seen - (cumulative[index] as number));
    return { ...times, attributes, value: { buckets: { boundaries, counts }, sum, count } };
  });
}

function toHrTime(ms: number): HrTime {
  return [Math.floor(ms / 1_000), (ms % 1_000) * 1_000_000];
}
