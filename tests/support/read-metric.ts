import { registry } from '../../src/platform/metrics/index.js';

/** The values of a metric now, by their labels, as `label=value`; that without labels is ''. @param name without its prefix */
export async function readMetric(name: string): Promise<Record<string, number>> {
  const metric = registry.getSingleMetric(`workspace_automation_${name}`);
  if (!metric) throw new Error(`There is no metric ${name}.`);
  const { values } = await metric.get();
  const named = values.map(({ labels, value }) => {
    const label = Object.entries(labels).map(([key, text]) => `${key}=${text}`);
    return [label.join(), value] as const;
  });
  return Object.fromEntries(named);
}
