import { useReactFlow } from '@xyflow/react';
import { useCallback, useMemo, useReducer, useRef, useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { toast, toastError } from '../../ui/toast';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import { Blank } from './blank';
import { type Bottom, BottomPanel } from './bottom-panel';
import { ConflictDialog } from './conflict-dialog';
import styles from './editor.module.css';
import { EditorCanvas, type OpenEnd } from './editor-canvas';
import { type Editor, EditorContext } from './editor-context';
import { EditorHeader } from './editor-header';
import { editorReducer, initialState } from './editor-reducer';
import { sameContent } from './flow-content';
import type { EditedFlow, Issue } from './flow-operations';
import { newNode, openHandle } from './new-node';
import { NodePanel } from './node-panel';
import type { NodeTypes } from './node-types';
import { PaletteSheet } from './palette-sheet';
import { QuickAdd } from './quick-add';
import { RecordedBanner } from './recorded-banner';
import { useReplay } from './replay/use-replay';
import { SaveAsTemplate } from './save-as-template';
import { SettingsPanel } from './settings-panel';
import { texts } from './texts';
import { Unsaved } from './unsaved';
import { useAdoption } from './use-adoption';
import { useNodeDecorations } from './use-decorations';
import { storedOf, useDraft } from './use-draft';
import { useReveal } from './use-in-sight';
import { useKeys } from './use-keys';
import { useRecorded } from './use-recorded';
import { useRun } from './use-run';
import { useValidation } from './use-validation';
import { useSide } from './versions/use-side';
import { VersionsPanel } from './versions/versions-panel';

interface EditFlowProps {
  flow: EditedFlow;
  types: NodeTypes;
  /** Reads the flow again. */
  reload: () => Promise<EditedFlow | null>;
}

/** The state of the editor, and its parts around the canvas. */
export function EditFlow({ flow, types, reload }: EditFlowProps) {
  const t = useTexts(texts);
  const can = useCan();
  const canWrite = can('flows:write');
  const workspaceId = useWorkspaceId();
  const { fitView } = useReactFlow();
  const [state, dispatch] = useReducer(editorReducer, flow, (first) => initialState(storedOf(first).content));
  const { content } = state;
  const draft = useDraft({ workspaceId, flow, canWrite }, content);
  const validation = useValidation({ workspaceId, flowId: flow.id, canWrite }, content);
  const issues = validation?.issues ?? noIssues;

  const { side, show: setSide, compared, compare, execution } = useSide();
  const [started, setStarted] = useState<string | null>(null);
  const run = useRun(workspaceId, started);
  const isOver = run?.execution != null && run.execution.status !== 'running';
  const recorded = useRecorded(
    workspaceId,
    (isOver ? started : null) ?? execution ?? flow.lastExecution?.id ?? null,
    content,
    types,
  );

  const [bottom, setBottom] = useState<Bottom>(null);
  const [focus, setFocus] = useState<{ count: number; field: string | null }>({ count: 0, field: null });
  const [openEnd, setOpenEnd] = useState<OpenEnd | null>(null);
  const [isTemplate, setTemplate] = useState(false);
  // The conflict that is decided later.
  const [later, setLater] = useState<unknown>(null);
  const center = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLDivElement>(null);
  const reveal = useReveal();
  const replay = useReplay({ workspaceId, flowId: flow.id, content }, async () => canWrite && draft.flush());
  const shown = { run, recorded: execution ? recorded : null, replayed: bottom === 'replay' ? replay.chosen : null };
  const decorations = useNodeDecorations(content, issues, shown);

  useAdoption(flow, draft, state.content, (next) => {
    dispatch({ kind: 'replace', content: next });
    toast(t.changedByOther, { tone: 'info', undo: () => dispatch({ kind: 'undo' }) });
  });
  const openForm = useCallback(
    (field: string | null = null) => {
      setSide(null);
      setFocus((former) => ({ count: former.count + 1, field }));
    },
    [setSide],
  );
  const select = (nodeId: string) => {
    dispatch({ kind: 'select', nodes: [nodeId] });
    setSide(null);
    void fitView({ nodes: [{ id: nodeId }], maxZoom: 1, duration: 200 });
  };
  const openIssue = ({ nodeId, edgeId, field }: Issue) => {
    if (!nodeId) return dispatch({ kind: 'select', nodes: [], edges: edgeId ? [edgeId] : [] });
    select(nodeId);
    openForm(field ?? null);
  };
  const add = useCallback(
    (type: string, position?: { x: number; y: number }, end?: OpenEnd) => {
      const info = types.get(type);
      if (!info) return;
      const from = end ?? (position ? null : openHandle(content, state.nodes, types));
      const made = newNode(content, info, types, { position, from });
      dispatch({ kind: 'add', ...made });
      setOpenEnd(null);
      setSide(null);
      // Its form has opened by then, and taken its part of the canvas.
      if (!position) setTimeout(() => reveal(made.node.position), 80);
    },
    [content, state.nodes, types, setSide, reveal],
  );
  const tidy = async () => {
    const { tidyPositions } = await import('../../canvas/layout');
    const positions = tidyPositions(content.nodes as Parameters<typeof tidyPositions>[0], content.edges);
    dispatch({ kind: 'move', positions: Object.fromEntries(positions) });
    // The cards are moved first.
    setTimeout(() => void fitView({ padding: 0.15, maxZoom: 1.1, duration: 200 }), 80);
  };
  const load = async () => {
    const fresh = await reload();
    if (!fresh) return;
    const stored = storedOf(fresh);
    if (!sameContent(stored.content, content)) dispatch({ kind: 'load', content: stored.content });
    draft.adopt(stored);
  };
  const detailsSaved = async () => {
    const before = flow.version;
    const fresh = await reload();
    if (fresh && draft.exists && draft.baseVersion === before) await draft.rebase(fresh.version).catch(toastError);
  };
  useKeys({
    state,
    dispatch,
    canWrite,
    // What prevents it stands in the header.
    onSave: () => void draft.flush().catch(() => null),
    onOpenForm: () => openForm(),
    onSearch: () => center.current?.querySelector<HTMLElement>('input[type=search]')?.focus(),
  });
  const editor = useMemo<Editor>(
    () => ({ state, dispatch, flow, workspaceId, types, issues, recorded, canWrite }),
    [state, flow, workspaceId, types, issues, recorded, canWrite],
  );
  const [chosen] = state.nodes;
  const node = side === null && state.nodes.size === 1 ? content.nodes.find(({ id }) => id === chosen) : undefined;
  return (
    <EditorContext value={editor}>
      <div className={styles.editor}>
        <EditorHeader
          draft={draft}
          validation={validation}
          onPublished={() => void load()}
          onSide={(next) => setSide(side === next ? null : next)}
          onRun={() => setBottom(bottom === 'run' ? null : 'run')}
          onProblems={() => setBottom(bottom === 'problems' ? null : 'problems')}
          onReplay={() => setBottom('replay')}
          onSaveAsTemplate={() => setTemplate(true)}
          onTidy={() => void tidy()}
          onResolve={() => setLater(null)}
        />
        {execution && <RecordedBanner />}
        <Unsaved
          workspaceId={workspaceId}
          canWrite={canWrite}
          draft={draft}
          content={content}
          flowId={flow.id}
          onRestore={(kept) => dispatch({ kind: 'replace', content: kept })}
        />
        <div className={styles.main}>
          <div className={styles.work} ref={center}>
            <div className={styles.above}>
              {canWrite && <PaletteSheet onPick={(type) => add(type)} />}
              <div className={styles.canvas} ref={canvas}>
                <EditorCanvas
                  decorations={decorations}
                  onDropType={add}
                  onOpenEnd={setOpenEnd}
                  onOpenForm={() => openForm()}
                />
                {content.nodes.length === 0 && <Blank />}
                {openEnd && (
                  <QuickAdd
                    end={openEnd}
                    within={canvas.current}
                    onPick={(type) => add(type, openEnd.position, openEnd)}
                    onClose={() => setOpenEnd(null)}
                  />
                )}
              </div>
            </div>
            <BottomPanel
              shown={bottom}
              validation={validation}
              run={run}
              replay={replay}
              isDraft={draft.exists || draft.status !== 'saved'}
              onRun={setStarted}
              onSelect={select}
              onOpenIssue={openIssue}
              onClose={() => {
                setBottom(null);
                if (bottom === 'run') setStarted(null);
                if (bottom === 'replay') replay.close();
              }}
            />
          </div>
          {node && (
            <NodePanel
              key={node.id}
              node={node}
              focus={focus.count}
              field={focus.field}
              onClose={() => dispatch({ kind: 'select', nodes: [] })}
            />
          )}
          {side === 'settings' && <SettingsPanel onClose={() => setSide(null)} onSaved={() => void detailsSaved()} />}
          {side === 'versions' && (
            <VersionsPanel
              compared={compared}
              onCompare={compare}
              onClose={() => setSide(null)}
              onRestored={() => void load()}
            />
          )}
        </div>
        {draft.conflict && draft.conflict !== later && (
          <ConflictDialog
            onLater={() => setLater(draft.conflict)}
            conflict={draft.conflict}
            mine={content}
            onMerge={(merged) => {
              if (!draft.conflict) return;
              draft.resolve(draft.conflict);
              dispatch({ kind: 'replace', content: merged });
            }}
            onTakeTheirs={() => {
              if (!draft.conflict) return;
              dispatch({ kind: 'replace', content: draft.conflict.theirs.content });
              draft.resolve(draft.conflict);
            }}
          />
        )}
        {isTemplate && <SaveAsTemplate onClose={() => setTemplate(false)} />}
      </div>
    </EditorContext>
  );
}

const noIssues: readonly Issue[] = [];
