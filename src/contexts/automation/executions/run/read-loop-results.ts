import {
  type EndedLoop,
  itemIteration,
  itemResult,
  type Plan,
  type StepState,
  spansItems,
  visitKey,
} from '../../../../engine/index.js';
import type { StepRecord } from '../store/execution-record.js';
import type { WantedResults } from '../store/read-results.js';

/** How much is read at once: the size of the next part follows from the size of the last one. */
const atOnce = { first: 10, most: 1_000, bytes: 4 * 1024 * 1024 };

export interface ResultSource {
  read(wanted: WantedResults): Promise<StepRecord[]>;
  /** Approximate size of a step in bytes. */
  sizeOf(step: StepRecord): number;
  /** The results are read up to this size. */
  bytesAtMost: number;
}

/**
 * Fills in the results of iterations that finished before this process claimed the execution, from the steps that led
 * to them.
 * @returns null if they are too large
 */
export async function readLoopResults(
  plan: Plan,
  { missing = [], ...ended }: EndedLoop,
  source: ResultSource,
): Promise<EndedLoop | null> {
  const items = [...(ended.output as { items: unknown[] }).items];
  const nodeIds = plan.nodes.get(ended.nodeId)?.returns.map((edge) => edge.source) ?? [];
  const bodyIds = spansItems(plan, ended.nodeId) ? bodyOf(plan, ended.nodeId) : [];
  let bytes = 0;
  for (let from = 0, size = atOnce.first; from < missing.length; ) {
    const indexes = missing.slice(from, from + size);
    from += size;
    const iterations = indexes.map((index) => itemIteration(ended.iteration, index));
    const steps = await source.read({ iterations, nodeIds, bodyIds });
    const read = steps.reduce((sum, step) => sum + source.sizeOf(step), 0);
    bytes += read;
    if (bytes > source.bytesAtMost) return null;
    size = Math.min(atOnce.most, Math.max(1, Math.floor((atOnce.bytes * indexes.length) / Math.max(1, read))));
    const results = resultsOf(plan, ended.nodeId, iterations, steps);
    for (const [at, index] of indexes.entries()) items[index] = results[at];
  }
  return { ...ended, output: { items } };
}

function resultsOf(plan: Plan, nodeId: string, iterations: readonly string[], steps: readonly StepState[]): unknown[] {
  const known = new Map(steps.map((step) => [visitKey(step), step]));
  const failed = new Set(
    steps.filter(({ status, handle }) => status === 'failed' && handle === null).map(({ iteration }) => iteration),
  );
  return iterations.map((iteration) => (failed.has(iteration) ? null : itemResult(plan, known, { nodeId, iteration })));
}

function bodyOf(plan: Plan, loop: string): string[] {
  return [...plan.nodes].filter(([, node]) => node.loop === loop).map(([id]) => id);
}
