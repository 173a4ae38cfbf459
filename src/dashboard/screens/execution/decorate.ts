import type { EdgeDecoration, NodeDecoration } from '../../canvas/decorations';
import type { CanvasEdge } from '../../canvas/graph';
import { duration, number } from '../../i18n/format';
import type { Language } from '../../i18n/language';
import { statusTexts } from '../../ui/execution-status';
import { durationOf, type NodeProgress, type RunState, stateOfNode } from './execution-reducer';
import { texts } from './texts';

/** What the canvas shows of a run at one moment. @param stoppedBy the node that ended it as failed, for example a Stop */
export function decorateNodes(
  state: RunState,
  nodeIds: readonly string[],
  language: Language,
  stoppedBy: string | null = null,
): Map<string, NodeDecoration> {
  const words = statusTexts(language);
  return new Map(
    nodeIds.map((id): [string, NodeDecoration] => {
      const progress = state.nodes.get(id);
      if (!progress) return [id, { isFaded: true }];
      const shown = state.run.status === 'failed' && id === stoppedBy ? 'failed' : stateOfNode(progress);
      const failed = progress.items > 0 ? progress.failedItems : progress.counts.failed;
      const total = ranOf(progress);
      const decoration: NodeDecoration = {
        state: shown,
        stateLabel: words[shown],
        isFaded: shown === 'skipped',
        note: noteOf(progress, total, language),
      };
      if (total > 1) {
        const text = texts(language);
        decoration.badge = failed > 0 ? text.timesFailed(total, failed) : text.times(total);
        if (failed > 0) decoration.badgeTone = 'danger';
      }
      return [id, decoration];
    }),
  );
}

/** How often a node ran: for its items, if it runs for each of a list, and without the iterations that went another way. */
const ranOf = ({ counts, items }: NodeProgress): number =>
  items || Object.values(counts).reduce((sum, count) => sum + count, 0) - counts.skipped;

function noteOf({ last, retries, busyMs }: NodeProgress, total: number, language: Language): string | undefined {
  const t = texts(language);
  const took = durationOf(last);
  const parts: string[] = [];
  if (total > 1 && busyMs > 0) parts.push(t.average(duration(busyMs / total, language)));
  else if (total === 1 && took !== null) parts.push(duration(took, language));
  if (retries > 0) parts.push(total > 1 ? t.retries(retries) : t.attempts(last.attempt));
  else if (last.status === 'failed' && last.error && total === 1) parts.push(last.error.code);
  return parts.join(' · ') || undefined;
}

/** Which ways the run went, and how often; what is on its way right now moves. */
export function decorateEdges(
  state: RunState,
  edges: readonly CanvasEdge[],
  language: Language,
): Map<string, EdgeDecoration> {
  return new Map(
    edges.map((edge): [string, EdgeDecoration] => {
      const { id, target, sourceHandle } = edge;
      const reached = state.nodes.get(target);
      const taken = takenOf(state, edge);
      const isOpen = state.run.status === 'running';
      const arrives = isOpen && (reached ? reached.counts.running + reached.counts.waiting > 0 : false);
      const decoration: EdgeDecoration = {
        isTaken: taken > 0,
        isActive: taken > 0 && arrives,
        isFaded: taken === 0,
        ...(taken > 0 && (sourceHandle === 'error' || sourceHandle === 'failed') && { tone: 'danger' as const }),
        // The number of items stands on what they reach.
        ...(taken > 1 && sourceHandle !== 'item' && { label: number(taken, language) }),
      };
      return [id, decoration];
    }),
  );
}

/** How often a run took an edge. A loop leaves by its last handle; its items show in what they reached. */
function takenOf(state: RunState, { source, target, sourceHandle }: CanvasEdge): number {
  const reached = state.nodes.get(target);
  if (sourceHandle === 'item') return reached ? ranOf(reached) : 0;
  return state.nodes.get(source)?.handles.get(sourceHandle ?? 'out') ?? 0;
}
