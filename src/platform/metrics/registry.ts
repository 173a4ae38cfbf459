import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The metrics of this process. Each is declared beside what it measures: declaring it is all that a new one needs. */
export const registry = new Registry();
const registers = [registry];

/** What the name of each metric begins with, besides those of HTTP. */
const prefix = 'workspace_automation_';

/**
 * Declares a counter, which only grows. Its name ends with `_total`.
 * @param known the labels of series that begin with 0: Prometheus sees no increase in one that begins with 1
 */
export function counter<const Label extends string = never>(
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
  known: readonly Record<Label, string>[] = [],
): Counter<Label> {
  const declared = new Counter({ name: named(name), help, labelNames, registers });
  for (const labels of known) declared.inc(labels, 0);
  return declared;
}

/** Declares a histogram of seconds. @param buckets upper bounds, ascending */
export function histogram<const Label extends string = never>(
  name: string,
  help: string,
  buckets: number[],
  labelNames: readonly Label[] = [],
): Histogram<Label> {
  return new Histogram({ name: named(name), help, labelNames, buckets, registers });
}

/** Declares a gauge whose values are set when it is read. @param collect called before each reading */
export function gauge<const Label extends string = never>(
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
  collect: (this: Gauge<Label>) => void | Promise<void> = () => undefined,
): Gauge<Label> {
  return new Gauge({ name: named(name), help, labelNames, registers, collect });
}

/** A value, or one for each combination of labels. */
export type Reading<Label extends string> = number | readonly (readonly [Record<Label, string>, number])[];

/** A gauge of something that exists only while a server runs. */
export interface Watched<Label extends string> {
  /** Reads it whenever the metrics are read. @param read must not throw @returns ends that */
  watch(read: () => Reading<Label> | Promise<Reading<Label>>): () => void;
}

/** Declares a gauge that is read from what `watch` receives. Of several sources, it shows the sum. */
export function watched<const Label extends string = never>(
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
): Watched<Label> {
  const sources = new Set<() => Reading<Label> | Promise<Reading<Label>>>();
  gauge(name, help, labelNames, async function collect() {
    const readings = await Promise.all(Array.from(sources, (read) => read()));
    // In one step: others may read meanwhile.
    this.reset();
    for (const reading of readings) {
      if (typeof reading === 'number') this.inc(reading);
      else for (const [labels, value] of reading) this.inc(labels, value);
    }
  });
  return {
    watch(read) {
      const source = () => read();
      sources.add(source);
      return () => void sources.delete(source);
    },
  };
}

let collectsProcess = false;

/** Adds the metrics of Node and of the process, by their usual names: `process_cpu_seconds_total`, `nodejs_heap_size_used_bytes`. */
export function collectProcessMetrics(): void {
  if (collectsProcess) return;
  collectsProcess = true;
  collectDefaultMetrics({ register: registry });
  // Gauges with the names of counters, and the sums of others: `sum(nodejs_active_handles)`.
  for (const what of ['handles', 'requests', 'resources']) registry.removeSingleMetric(`nodejs_active_${what}_total`);
}

function named(name: string): string {
  return name.startsWith('http_') ? name : `${prefix}${name}`;
}
