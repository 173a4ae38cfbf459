import { Link } from '@tanstack/react-router';
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
import { decideLater, isDraft, openDialog, openReplay, toggleBottom } from './editor-state';
import { redo, undo } from './edits';
import { discardDraft, updateFlow } from './flow-operations';
import { Publish } from './publish';
import { replayTexts } from './replay/texts';
import { texts } from './texts';
import { useEditor, useEditorState } from './use-editor';
import { useNodes } from './use-nodes';
import { useSide } from './use-side';
import { useIssues } from './use-validation';

/** The name and state of the flow, and what can be done with all of it. */
export function EditorHeader() {
  const t = useTexts(texts);
  const replay = useTexts(replayTexts);
  const can = useCan();
  const { flow, workspaceId, change, canWrite } = useEditor();
  const canUndo = useEditorState(({ past }) => past.length > 0);
  const canRedo = useEditorState(({ future }) => future.length > 0);
  const canDiscard = useEditorState(({ stored }) => stored.revision !== null);
  const canPublish = useEditorState(isDraft);
  const dialog = useEditorState((state) => state.dialog);
  const { side, show } = useSide();
  const { tidy } = useNodes();
  const issues = useIssues();
  const hasErrors = issues.some(({ severity }) => severity === 'error');
  return (
    <header className={styles.header}>
      <Link to={`/w/${workspaceId}/flows` as string} className={styles.back} aria-label={t.toFlows}>
        <Icon name="arrowLeft" />
      </Link>
      <h1>{flow.name}</h1>
      <Active />
      <span className={styles.saving} aria-live="polite">
        {canWrite ? <SaveState /> : <Badge>{t.readOnly}</Badge>}
      </span>
      {canWrite && (
        <span className={styles.group}>
          <IconButton icon="undo" label={t.undo} disabled={!canUndo} onClick={() => change(undo)} />
          <IconButton icon="redo" label={t.redo} disabled={!canRedo} onClick={() => change(redo)} />
        </span>
      )}
      {canWrite && (
        <Button
          look="quiet"
          icon={issues.length === 0 ? 'check' : 'alert'}
          onClick={() => change(toggleBottom, 'problems')}
          className={hasErrors ? styles.hasErrors : undefined}
        >
          {t.problemCount(issues.length)}
        </Button>
      )}
      {can('flows:execute') && (
        <IconButton icon="diff" label={replay.replayRecent} onClick={() => change(openReplay)} />
      )}
      <IconButton icon="history" label={t.versions} onClick={() => show(side === 'versions' ? null : 'versions')} />
      <IconButton icon="settings" label={t.settings} onClick={() => show(side === 'settings' ? null : 'settings')} />
      <Menu
        trigger={<IconButton icon="more" label={t.more} />}
        items={[
          canWrite ? { label: t.tidy, icon: 'layout', onSelect: () => void tidy() } : null,
          canWrite
            ? { label: t.saveAsTemplate, icon: 'template', onSelect: () => change(openDialog, 'template') }
            : null,
          { label: t.executionsOfFlow, icon: 'history', to: `/w/${workspaceId}/executions?flowId=${flow.id}` },
          ...(canWrite && canDiscard
            ? [
                'separator' as const,
                {
                  label: t.discard,
                  icon: 'trash' as const,
                  danger: true,
                  onSelect: () => change(openDialog, 'discard'),
                },
              ]
            : []),
        ]}
      />
      {can('flows:execute') && (
        <Button icon="play" onClick={() => change(toggleBottom, 'run')}>
          {t.run}
        </Button>
      )}
      {canWrite && (
        <Button
          look="primary"
          disabled={!canPublish}
          onClick={() => (hasErrors ? change(toggleBottom, 'problems') : change(openDialog, 'publish'))}
        >
          {t.publish}
        </Button>
      )}
      {dialog === 'publish' && <Publish />}
      {dialog === 'discard' && <Discard />}
    </header>
  );
}

function SaveState() {
  const t = useTexts(texts);
  const { flush, change } = useEditor();
  const { status, error, stored } = useEditorState((state) => state);
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
        <Button size="small" look="quiet" onClick={() => change(decideLater, false)}>
          {t.resolve}
        </Button>
      </>
    );
  }
  if (status === 'saving' || status === 'dirty') return <Badge tone="info">{t.saving}</Badge>;
  return stored.revision !== null ? (
    <Badge tone="warning">{t.draftSaved}</Badge>
  ) : (
    <Badge tone="success">{t.publishedState}</Badge>
  );
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

function Discard() {
  const t = useTexts(texts);
  const { flow, workspaceId, change, load } = useEditor();
  const onClose = () => change(openDialog, null);
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
              void load();
              onClose();
            },
          },
        )
      }
    />
  );
}
