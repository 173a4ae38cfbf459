import { useNavigate, useParams } from '@tanstack/react-router';
import { ReactFlowProvider } from '@xyflow/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useRead } from '../../api/query';
import { useTranslated } from '../../catalogue/use-translated';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { Empty, ErrorNotice } from '../../ui/notice';
import { Skeleton, useTitle } from '../../ui/page';
import { Time } from '../../ui/time';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import { ConflictDialog } from './conflict-dialog';
import styles from './editor.module.css';
import { EditorCanvas } from './editor-canvas';
import { EditorHeader } from './editor-header';
import { chosenNode, initialState } from './editor-state';
import { type EditedFlow, findFlow, listNodeTypes, type NodeTypes } from './flow-operations';
import { loadCodeEditor } from './form/code-field';
import { HoldOffer } from './hold/hold-offer';
import { NodePanel } from './node-panel';
import { PaletteSheet, QuickAdd } from './palette';
import { Problems } from './problems';
import { ReplayPanel } from './replay/replay-panel';
import { useReplaying } from './replay/use-replay';
import { RunPanel } from './run-panel';
import { SaveAsTemplate } from './save-as-template';
import { createSaver, storedOf, useAdoption, useSaving } from './saving';
import { SettingsPanel } from './settings-panel';
import { texts } from './texts';
import { Unsaved } from './unsaved';
import { createStore, type Editor, EditorContext, useEditor, useEditorState } from './use-editor';
import { useKeys } from './use-keys';
import { useRecorded } from './use-recorded';
import { useRun } from './use-run';
import { useSide } from './use-side';
import { useResting } from './use-validation';
import { VersionsPanel } from './versions/versions-panel';

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
  const read = async () => (await refetch()).data?.workspace.flow ?? null;
  return (
    <ReactFlowProvider key={flow.id}>
      <EditFlow flow={flow} types={types} read={read} />
    </ReactFlowProvider>
  );
}

interface EditFlowProps {
  flow: EditedFlow;
  types: NodeTypes;
  /** Reads the flow again. */
  read: () => Promise<EditedFlow | null>;
}

/** The state of the editor around its parts. */
function EditFlow({ flow, types, read }: EditFlowProps) {
  const canWrite = useCan()('flows:write');
  const workspaceId = useWorkspaceId();
  const [made] = useState(() => {
    const store = createStore(initialState(storedOf(flow)));
    return { ...store, ...createSaver(store, { workspaceId, flowId: flow.id }, read) };
  });
  const editor = useMemo<Editor>(
    () => ({ ...made, flow, workspaceId, types, canWrite }),
    [made, flow, workspaceId, types, canWrite],
  );
  return (
    <EditorContext value={editor}>
      <Parts />
    </EditorContext>
  );
}

/** The parts around the canvas, and what goes on without them. */
function Parts() {
  const { canWrite } = useEditor();
  const center = useRef<HTMLDivElement>(null);
  const { side, execution } = useSide();
  const node = useEditorState(chosenNode);
  const bottom = useEditorState((state) => state.bottom);
  const isTemplate = useEditorState(({ dialog }) => dialog === 'template');
  useSaving();
  useAdoption();
  useResting();
  useRun();
  useReplaying();
  useKeys(() => center.current?.querySelector<HTMLElement>('input[type=search]')?.focus());
  return (
    <div className={styles.editor}>
      <EditorHeader />
      {execution && <RecordedBanner />}
      <HoldOffer />
      <Unsaved />
      <div className={styles.main}>
        <div className={styles.work} ref={center}>
          <div className={styles.above}>
            {canWrite && <PaletteSheet />}
            <div className={styles.canvas}>
              <EditorCanvas />
              <Blank />
              <QuickAdd />
            </div>
          </div>
          {bottom === 'problems' && <Problems />}
          {bottom === 'run' && <RunPanel />}
          {bottom === 'replay' && <ReplayPanel />}
        </div>
        {side === null && node && <NodePanel key={node.id} node={node} />}
        {side === 'settings' && <SettingsPanel />}
        {side === 'versions' && <VersionsPanel />}
      </div>
      <ConflictDialog />
      {isTemplate && <SaveAsTemplate />}
    </div>
  );
}

/** What a flow without nodes shows. */
function Blank() {
  const t = useTexts(texts);
  const isBlank = useEditorState(({ content }) => content.nodes.length === 0);
  if (!isBlank) return null;
  return (
    <div className={styles.empty}>
      <div>
        <h2>{t.blank}</h2>
        <p>{t.blankHint}</p>
      </div>
    </div>
  );
}

/** Says that the expressions show the data of an execution that was chosen. */
function RecordedBanner() {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const { workspaceId, flow } = useEditor();
  const { startedAt } = useRecorded();
  return (
    <div className={styles.banner}>
      <span>
        {t.withDataOf} {startedAt && <Time at={startedAt} />}
      </span>
      <Button size="small" look="quiet" onClick={() => void navigate({ to: `/w/${workspaceId}/flows/${flow.id}` })}>
        {t.useLatest}
      </Button>
    </div>
  );
}
