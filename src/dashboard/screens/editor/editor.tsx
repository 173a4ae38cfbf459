import { useParams } from '@tanstack/react-router';
import { ReactFlowProvider } from '@xyflow/react';
import { useEffect, useMemo } from 'react';
import { useRead } from '../../api/query';
import { useTranslated } from '../../catalogue/use-translated';
import { useTexts } from '../../i18n/texts';
import { Empty, ErrorNotice } from '../../ui/notice';
import { Skeleton, useTitle } from '../../ui/page';
import { useWorkspaceId } from '../../workspace/workspace';
import { EditFlow } from './edit-flow';
import styles from './editor.module.css';
import { findFlow } from './flow-operations';
import { loadCodeEditor } from './form/code-field';
import { listNodeTypes } from './node-types';
import { texts } from './texts';

/** The editor of one flow. */
export default function EditorScreen() {
  const t = useTexts(texts);
  const workspaceId = useWorkspaceId();
  const { flowId = '' } = useParams({ strict: false }) as { flowId?: string };
  const { data, error, refetch } = useRead(
    findFlow,
    { id: workspaceId, flowId },
    { live: ['flow', 'draft'], keep: false },
  );
  const { data: catalogue, error: catalogueError } = useRead(listNodeTypes, {});
  const translated = useTranslated(catalogue?.nodeTypes);
  const types = useMemo(() => new Map((translated ?? []).map((one) => [one.type, one])), [translated]);
  const flow = data?.workspace.flow;
  useTitle(flow?.name ?? t.flow);
  // Comes beside the data, before a form is opened.
  useEffect(() => void loadCodeEditor(), []);
  if (data && !flow) return <Empty icon="flow" title={t.noFlow} />;
  if (!flow || !translated) {
    const failed = error ?? catalogueError;
    return (
      <div className={styles.loading}>
        {failed ? <ErrorNotice error={failed} onRetry={() => void refetch()} /> : <Skeleton lines={8} />}
      </div>
    );
  }
  const reload = async () => (await refetch()).data?.workspace.flow ?? null;
  return (
    <ReactFlowProvider key={flow.id}>
      <EditFlow flow={flow} types={types} reload={reload} />
    </ReactFlowProvider>
  );
}
