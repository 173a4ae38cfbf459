import { LargeValue, loopHandles } from '../../../../engine/index.js';
import { retryWhileUnavailable } from '../../../../platform/database/retry-while-unavailable.js';
import type { ClaimedExecution, StepRecord } from '../store/execution-record.js';
import { fromColumn } from '../store/values/large-values.js';
import { ValueReader } from '../store/values/value-reader.js';
import type { DriveDeps } from './drive-deps.js';

/** A claimed execution, with large values in the place of the references that its rows contain. */
export function withLargeValues(run: ClaimedExecution): ClaimedExecution {
  const steps = run.steps.map((step) => ({ ...step, input: fromColumn(step.input), output: fromColumn(step.output) }));
  return { ...run, triggerData: fromColumn(run.triggerData), request: fromColumn(run.request), steps };
}

/**
 * The large values of a claimed execution, which are read when steps need them; the items of loops in progress at once.
 * While the database is unavailable reads are repeated: the effects in progress must not be lost because of it.
 * @param isOver whether the execution stopped meanwhile
 */
export async function openValues(
  { store, vault, json }: Pick<DriveDeps, 'store' | 'vault' | 'json'>,
  { workspaceId, steps }: ClaimedExecution,
  isOver: () => boolean,
): Promise<ValueReader> {
  const read = (ids: readonly string[]) => retryWhileUnavailable(() => store.blobs(workspaceId, ids), isOver);
  // What was stored was valid. The threads refuse more than a million values, of which a step makes at most a few such.
  const parse = (text: string) => json.parse(text, workspaceId).catch(() => JSON.parse(text));
  const reader = new ValueReader({ workspaceId, vault, read, parse });
  await reader.load(steps.flatMap((step) => openItems(step) ?? []));
  return reader;
}

/** The items of a loop in progress, if they are large. */
function openItems({ status, handle, output }: StepRecord): LargeValue | null {
  return status === 'running' && handle === loopHandles.item && output instanceof LargeValue ? output : null;
}
