import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useWrite } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/dialog';
import { Switch } from '../../ui/field';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { Menu } from '../../ui/menu';
import { toast, toastError } from '../../ui/toast';
import { useCan } from '../../workspace/workspace';
import styles from './editor.module.css';
import { useEditor } from './editor-context';
import { discardDraft, updateFlow, type Validation } from './flow-operations';
import { Publish } from './publish';
import { replayTexts } from './replay/texts';
import { texts } from './texts';
import type { Draft } from './use-draft';
import type { Side } from './versions/use-side';

interface EditorHeaderProps {
  draft: Draft;
  validation: Validation | null;
  onPublished: () => void;
  onSide: (side: Side) => void;
  onRun: () => void;
  onProblems: () => void;
  onReplay: () => void;
  onSaveAsTemplate: () => void;
  onTidy: () => void;
  /** The conflict is to be decided now. */
  onResolve: () => void;
}

/** The name and state of the flow, and what can be done with all of it. */
export function EditorHeader(props: EditorHeaderProps) {
  const { draft, validation, onPublished, onSide, onRun, onProblems } = props;
  const t = useTexts(texts);
  const replay = useTexts(replayTexts);
  const can = useCan();
  const { flow, workspaceId, state, dispatch, canWrite } = useEditor();
  const [asked, setAsked] = useState<'publish' | 'discard' | null>(null);
  const isDraft = draft.exists || draft.status === 'dirty' || draft.status === 'saving';
  const count = validation?.issues.length ?? 0;
  const hasErrors = validation?.issues.some(({ severity }) => severity === 'error') ?? false;
  return (
    <header className={styles.header}>
      <Link to={`/w/${workspaceId}/flows` as string} className={styles.back} aria-label={t.toFlows}>
        <Icon name="arrowLeft" />
      </Link>
      <h1>{flow.name}</h1>
      <Active />
      <span className={styles.saving} aria-live="polite">
        {canWrite ? (
          <SaveState draft={draft} isDraft={isDraft} onResolve={props.onResolve} />
        ) : (
          <Badge>{t.readOnly}</Badge>
        )}
      </span>
      {canWrite && (
        <span className={styles.group}>
          <IconButton
            icon="undo"
            label={t.undo}
            disabled={state.past.length === 0}
            onClick={() => dispatch({ kind: 'undo' })}
          />
          <IconButton
            icon="redo"
            label={t.redo}
            disabled={state.future.length === 0}
            onClick={() => dispatch({ kind: 'redo' })}
          />
        </span>
      )}
      {canWrite && (
        <Button
          look="quiet"
          icon={count === 0 ? 'check' : 'alert'}
          onClick={onProblems}
          className={hasErrors ? styles.hasErrors : undefined}
        >
          {t.problemCount(count)}
        </Button>
      )}
      {can('flows:execute') && <IconButton icon="diff" label={replay.replayRecent} onClick={props.onReplay} />}
      <IconButton icon="history" label={t.versions} onClick={() => onSide('versions')} />
      <IconButton icon="settings" label={t.settings} onClick={() => onSide('settings')} />
      <Menu
        trigger={<IconButton icon="more" label={t.more} />}
        items={[
          canWrite ? { label: t.tidy, icon: 'layout', onSelect: props.onTidy } : null,
          can('flows:write') ? { label: t.saveAsTemplate, icon: 'template', onSelect: props.onSaveAsTemplate } : null,
          { label: t.executionsOfFlow, icon: 'history', to: `/w/${workspaceId}/executions?flowId=${flow.id}` },
          ...(canWrite && draft.exists
            ? [
                'separator' as const,
                { label: t.discard, icon: 'trash' as const, danger: true, onSelect: () => setAsked('discard') },
              ]
            : []),
        ]}
      />
      {can('flows:execute') && (
        <Button icon="play" onClick={onRun}>
          {t.run}
        </Button>
      )}
      {canWrite && (
        <Button look="primary" disabled={!isDraft} onClick={() => (hasErrors ? onProblems() : setAsked('publish'))}>
          {t.publish}
        </Button>
      )}
      {asked === 'publish' && (
        <Publish draft={draft} onClose={() => setAsked(null)} onPublished={onPublished} onReplay={props.onReplay} />
      )}
      {asked === 'discard' && <Discard onClose={() => setAsked(null)} onDiscarded={onPublished} />}
    </header>
  );
}

interface SaveStateProps {
  draft: Draft;
  isDraft: boolean;
  onResolve: () => void;
}

function SaveState({ draft: { status, flush, error }, isDraft, onResolve }: SaveStateProps) {
  const t = useTexts(texts);
  if (status === 'failed') {
    return (
      <>
        <Badge tone="danger">{t.notSaved}</Badge>
        <Button
          size="small"
          look="quiet"
          title={error instanceof Error ? error.message : undefined}
          onClick={() => void flush().catch(toastError)}
        >
          {t.again}
        </Button>
      </>
    );
  }
  if (status === 'conflict') {
    return (
      <>
        <Badge tone="warning">{t.conflict}</Badge>
        <Button size="small" look="quiet" onClick={onResolve}>
          {t.resolve}
        </Button>
      </>
    );
  }
  if (status === 'saving' || status === 'dirty') return <Badge tone="info">{t.saving}</Badge>;
  return isDraft ? <Badge tone="warning">{t.draftSaved}</Badge> : <Badge tone="success">{t.publishedState}</Badge>;
}

/** Whether the trigger of the flow starts it. */
function Active() {
  const t = useTexts(texts);
  const { flow, workspaceId, canWrite } = useEditor();
  const { mutate, isPending } = useWrite(updateFlow, ['flow']);
  const set = (isActive: boolean) =>
    mutate(
      { workspaceId, flowId: flow.id, input: { isActive } },
      { onSuccess: () => toast(isActive ? t.activated : t.paused), onError: toastError },
    );
  return (
    <Switch
      label={flow.isActive ? t.active : t.inactive}
      checked={flow.isActive}
      disabled={!canWrite || isPending}
      onChange={set}
    />
  );
}

function Discard({ onClose, onDiscarded }: { onClose: () => void; onDiscarded: () => void }) {
  const t = useTexts(texts);
  const { flow, workspaceId } = useEditor();
  const { mutate, isPending, error } = useWrite(discardDraft, ['flow', 'draft']);
  return (
    <ConfirmDialog
      title={t.discard}
      description={t.discardText(flow.version)}
      submit={t.discard}
      open
      busy={isPending}
      error={error}
      onClose={onClose}
      onSubmit={() =>
        mutate(
          { workspaceId, flowId: flow.id },
          {
            onSuccess: () => {
              onDiscarded();
              onClose();
            },
          },
        )
      }
    />
  );
}
