import type { Issue, Validation } from './flow-operations';
import { Problems } from './problems';
import { ReplayPanel } from './replay/replay-panel';
import type { Replay } from './replay/use-replay';
import { RunPanel } from './run-panel';
import type { Run } from './use-run';

/** What stands below the canvas. */
export type Bottom = 'run' | 'problems' | 'replay' | null;

interface BottomPanelProps {
  shown: Bottom;
  validation: Validation | null;
  run: Run | null;
  replay: Replay;
  isDraft: boolean;
  onRun: (executionId: string) => void;
  onSelect: (nodeId: string) => void;
  onOpenIssue: (issue: Issue) => void;
  onClose: () => void;
}

/** Runs, replays or problems of the flow, below the canvas. */
export function BottomPanel(props: BottomPanelProps) {
  const { shown, validation, run, replay, isDraft, onRun, onSelect, onOpenIssue, onClose } = props;
  if (shown === 'problems' && validation)
    return <Problems validation={validation} onOpen={onOpenIssue} onClose={onClose} />;
  if (shown === 'run')
    return <RunPanel run={run} onRun={onRun} onClose={onClose} onSelect={onSelect} isDraft={isDraft} />;
  return shown === 'replay' ? <ReplayPanel replay={replay} onSelect={onSelect} onClose={onClose} /> : null;
}
