import { createElement, useMemo } from 'react';
import type { NodeDecoration, NodeState } from '../../canvas/decorations';
import { duration } from '../../i18n/format';
import { useTexts } from '../../i18n/texts';
import { Icon } from '../../ui/icon';
import { replayTexts } from './replay/texts';
import { type ReplayedExecution, useReplay } from './replay/use-replay';
import { nodesOf } from './run';
import { texts } from './texts';
import { useEditorState } from './use-editor';
import { useRecorded } from './use-recorded';
import { useSide } from './use-side';
import { useIssues } from './use-validation';

/** What the canvas shows on the cards: how the run goes, what a replay changes, what validation found, what is pinned or commented. */
export function useNodeDecorations(): ReadonlyMap<string, NodeDecoration> {
  const t = useTexts(texts);
  const words = useTexts(replayTexts);
  const issues = useIssues();
  const nodes = useEditorState(({ content }) => content.nodes);
  const run = useEditorState((state) => state.run);
  const runs = useMemo(() => nodesOf(run), [run]);
  const { execution } = useSide();
  const { steps } = useRecorded();
  const recorded = execution ? steps : null;
  const { chosen } = useReplay();
  const replayed = useEditorState(({ bottom }) => bottom === 'replay') ? chosen : null;
  return useMemo(() => {
    if (replayed) return replayMarks(replayed, words.comparison);
    const found = new Map<string, NodeDecoration>();
    const count = new Map<string, number>();
    for (const { nodeId } of issues) if (nodeId) count.set(nodeId, (count.get(nodeId) ?? 0) + 1);
    for (const { id, data, pinnedData } of nodes) {
      const step = runs.get(id);
      const status = step?.status ?? (run ? undefined : (recorded?.get(id)?.status as NodeDecoration['state']));
      const problems = count.get(id) ?? 0;
      const comment = (data.ui as { comment?: string } | undefined)?.comment;
      const isPinned = pinnedData !== undefined && pinnedData !== null;
      const decoration: NodeDecoration = {
        ...(status && { state: status, stateLabel: t.state(status) }),
        ...(step?.durationMs != null && {
          note: step.count > 1 ? `${duration(step.durationMs)} · ${step.count} ×` : duration(step.durationMs),
        }),
        ...(!step && comment && { note: comment }),
        ...(problems > 0
          ? { badge: t.problemCount(problems), badgeTone: 'danger' as const }
          : isPinned && { badge: createElement(Icon, { name: 'pin', size: 11 }), badgeTone: 'info' as const }),
        ...(data.disabled === true && { isFaded: true }),
      };
      if (Object.keys(decoration).length > 0) found.set(id, decoration);
    }
    return found;
  }, [nodes, issues, runs, run, recorded, replayed, words, t]);
}

const badgeTones: Readonly<Record<string, NonNullable<NodeDecoration['badgeTone']>>> = {
  added: 'info',
  changed: 'warning',
  removed: 'danger',
};

/** What the canvas shows of a replay: how each node ends, what is different there, and where that begins. */
function replayMarks(
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
