import { createElement, useMemo } from 'react';
import type { NodeDecoration } from '../../canvas/decorations';
import { duration } from '../../i18n/format';
import { useTexts } from '../../i18n/texts';
import { Icon } from '../../ui/icon';
import type { FlowContent } from './flow-content';
import type { Issue } from './flow-operations';
import { replayMarks } from './replay/marks';
import { replayTexts } from './replay/texts';
import type { ReplayedExecution } from './replay/use-replay';
import { texts } from './texts';
import type { Recorded } from './use-recorded';
import { nodesOf, type Run } from './use-run';

/** Which data the canvas shows: of a run, an execution or a replay. */
interface Shown {
  run: Run | null;
  recorded: Recorded | null;
  replayed: ReplayedExecution | null;
}

/** What the canvas shows on the cards: how the run goes, what a replay changes, what validation found, what is pinned or commented. */
export function useNodeDecorations(
  content: FlowContent,
  issues: readonly Issue[],
  { run, recorded, replayed }: Shown,
): ReadonlyMap<string, NodeDecoration> {
  const t = useTexts(texts);
  const words = useTexts(replayTexts);
  const runs = useMemo(() => nodesOf(run), [run]);
  return useMemo(() => {
    if (replayed) return replayMarks(replayed, words.comparison);
    const found = new Map<string, NodeDecoration>();
    const count = new Map<string, number>();
    for (const { nodeId } of issues) if (nodeId) count.set(nodeId, (count.get(nodeId) ?? 0) + 1);
    for (const { id, data, pinnedData } of content.nodes) {
      const step = runs.get(id);
      const status = step?.status ?? (run ? undefined : (recorded?.steps.get(id)?.status as NodeDecoration['state']));
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
  }, [content.nodes, issues, runs, run, recorded, replayed, words, t]);
}
