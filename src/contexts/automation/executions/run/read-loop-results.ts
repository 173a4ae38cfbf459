import {
  bodyNodes,
  type EndedLoop,
  endOfLoop,
  itemError,
  itemIteration,
  itemResult,
  type Plan,
  resultNodes,
  type StepState,
  spansItems,
  splitIteration,
  visitKey,
  withErrors,
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
  const items = [...ended.results];
  const errors = [...ended.errors];
  const nodeIds = resultNodes(plan, ended.nodeId);
  const bodyIds = spansItems(plan, ended.nodeId) ? bodyNodes(plan, ended.nodeId) : [];
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
    for (const { iteration, error } of steps.filter(isFailure))
      if (error) errors.push(itemError(splitIteration(iteration).index, error));
  }
  const { progress } = ended;
  return { ...ended, ...endOfLoop(plan, ended.nodeId, items), progress: progress && withErrors(progress, errors) };
}

function isFailure({ status, handle }: StepState): boolean {
  return status === 'failed' && handle === null;
}

function resultsOf(plan: Plan, nodeId: string, iterations: readonly string[], steps: readonly StepState[]): unknown[] {
  const known = new Map(steps.map((step) => [visitKey(step), step]));
  const failed = new Set(steps.filter(isFailure).map(({ iteration }) => iteration));
  return iterations.map((iteration) => (failed.has(iteration) ? null : itemResult(plan, known, { nodeId, iteration })));
}
