/** The samplers that the standard names. */
export const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Where traces and metrics are exported to. */
export interface TelemetrySettings {
  /** The URL of the collector, below which the signals have their paths. */
  endpoint: string;
  headers: Record<string, string>;
  /** Attributes of this process, with its `service.name`. */
  attributes: Record<string, string>;
  /** Which signals are exported. */
  traces: boolean;
  metrics: boolean;
  sampler: { name: (typeof samplers)[number]; ratio: number };
  metricIntervalMs: number;
}
