import type { NodeDecoration, NodeState } from '../../../canvas/decorations';
import type { BadgeTone } from '../../../ui/badge';
import type { ReplayedExecution } from './use-replay';

const tones: Readonly<Record<string, BadgeTone>> = {
  added: 'info',
  changed: 'warning',
  removed: 'danger',
  same: 'success',
  unrecorded: 'waiting',
};

/** The colour of how a step compares with the recorded one. */
export const comparisonTone = (comparison: string): BadgeTone => tones[comparison] ?? 'neutral';

const badgeTones: Readonly<Record<string, NonNullable<NodeDecoration['badgeTone']>>> = {
  added: 'info',
  changed: 'warning',
  removed: 'danger',
};

/** What the canvas shows of a replay: how each node ends, what is different there, and where that begins. */
export function replayMarks(
  { steps, firstDivergence }: Pick<ReplayedExecution, 'steps' | 'firstDivergence'>,
  word: (comparison: string) => string,
): ReadonlyMap<string, NodeDecoration> {
  const marks = new Map<string, NodeDecoration>();
  for (const { nodeId, comparison, statusAfter } of steps) {
    // Of a loop, the first iteration that is different.
    if (marks.get(nodeId)?.badge !== undefined) continue;
    marks.set(nodeId, {
      ...(statusAfter && { state: statusAfter as NodeState }),
      ...(comparison !== 'same' && { badge: word(comparison), badgeTone: badgeTones[comparison] ?? 'neutral' }),
      ...(comparison === 'removed' && { isFaded: true }),
      ...(nodeId === firstDivergence?.nodeId && { isMarked: true }),
    });
  }
  return marks;
}
