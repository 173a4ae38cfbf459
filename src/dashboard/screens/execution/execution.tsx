import { useParams } from '@tanstack/react-router';
import { useTexts } from '../../i18n/texts';
import { Empty, ErrorNotice } from '../../ui/notice';
import { Skeleton, useTitle } from '../../ui/page';
import { useWorkspaceId } from '../../workspace/workspace';
import styles from './execution.module.css';
import { ExecutionHeader } from './header';
import { RunDiff } from './run-diff';
import { RunView } from './run-view';
import { texts } from './texts';
import { useView } from './url';
import { useExecution } from './use-execution';

/** One run of a flow: on the canvas, over time, with its data, live or at any moment of it. */
export default function Execution() {
  const t = useTexts(texts);
  const workspaceId = useWorkspaceId();
  const id = useParams({ strict: false, select: (params) => (params as { executionId?: string }).executionId }) ?? '';
  const { loaded, error, isMissing, refetch } = useExecution(workspaceId, id);
  const [view] = useView();
  useTitle(loaded?.head.flowName ?? t.execution);
  if (isMissing) {
    return (
      <Empty icon="history" title={t.missing}>
        {t.missingHint}
      </Empty>
    );
  }
  if (!loaded) {
    return (
      <div className={styles.loading}>
        {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <Skeleton lines={9} />}
      </div>
    );
  }
  return (
    <div className={`stack min-h-0 h-full ${styles.screen}`}>
      <ExecutionHeader head={loaded.head} run={loaded.state.run} />
      {view.compare ? <RunDiff key={id} execution={loaded} /> : <RunView key={id} execution={loaded} />}
    </div>
  );
}
