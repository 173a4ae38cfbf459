import { useState } from 'react';
import { useWrite } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { useWorkspaceId } from '../../shell/workspace';
import { Button } from '../../ui/button';
import { ConfirmDialog, FormDialog } from '../../ui/dialog';
import { Field, Input } from '../../ui/field';
import { toast, toastError } from '../../ui/toast';
import { batchTags, deleteFlow, type FolderInTree, forEach, type ListedFlow, updateFlow } from './flow-list';
import styles from './flows.module.css';
import { MoveDialog } from './move-dialog';
import { texts } from './texts';

interface BulkBarProps {
  flows: readonly ListedFlow[];
  folders: readonly FolderInTree[];
  onDone: () => void;
}

/** What can be done with the chosen flows together. */
export function BulkBar({ flows, folders, onDone }: BulkBarProps) {
  const t = useTexts(texts);
  const workspaceId = useWorkspaceId();
  const [asked, setAsked] = useState<'delete' | 'move' | 'tag' | null>(null);
  const [isBusy, setBusy] = useState(false);
  const update = useWrite(updateFlow, ['flow']);
  const remove = useWrite(deleteFlow, ['flow', 'folder']);
  const ids = flows.map(({ id }) => id);
  const run = async (act: (id: string) => Promise<unknown>, text: (count: number) => string) => {
    setBusy(true);
    const { done, error } = await forEach(ids, act);
    setBusy(false);
    setAsked(null);
    if (done > 0) toast(text(done));
    if (error) toastError(error);
    else onDone();
  };
  const setActive = (isActive: boolean) =>
    run(
      (flowId) => update.mutateAsync({ workspaceId, flowId, input: { isActive } }),
      isActive ? t.activatedCount : t.pausedCount,
    );
  return (
    <div className={styles.bulk} role="toolbar" aria-label={t.chosen(flows.length)}>
      <strong>{t.chosen(flows.length)}</strong>
      <Button size="small" icon="play" busy={isBusy} onClick={() => void setActive(true)}>
        {t.activateAll}
      </Button>
      <Button size="small" icon="pause" disabled={isBusy} onClick={() => void setActive(false)}>
        {t.pauseAll}
      </Button>
      <Button size="small" icon="folder" disabled={isBusy} onClick={() => setAsked('move')}>
        {t.move}
      </Button>
      <Button size="small" icon="tag" disabled={isBusy} onClick={() => setAsked('tag')}>
        {t.addTag}
      </Button>
      <Button size="small" icon="trash" disabled={isBusy} onClick={() => setAsked('delete')}>
        {t.delete}
      </Button>
      {asked === 'move' && (
        <MoveDialog
          flows={flows}
          folders={folders}
          onClose={() => {
            setAsked(null);
            onDone();
          }}
        />
      )}
      {asked === 'tag' && <AddTag flows={flows} onClose={() => setAsked(null)} onDone={onDone} />}
      <ConfirmDialog
        title={t.deleteCount(flows.length)}
        description={t.deleteText}
        submit={t.delete}
        open={asked === 'delete'}
        busy={isBusy}
        onClose={() => setAsked(null)}
        onSubmit={() => void run((flowId) => remove.mutateAsync({ workspaceId, flowId }), t.deletedCount)}
      />
    </div>
  );
}

function AddTag({ flows, onClose, onDone }: { flows: readonly ListedFlow[]; onClose: () => void; onDone: () => void }) {
  const t = useTexts(texts);
  const workspaceId = useWorkspaceId();
  const [tag, setTag] = useState('');
  const { mutate, isPending, error } = useWrite(batchTags, ['flow']);
  const submit = () => {
    const operations = flows.slice(0, 100).map(({ id, tags }) => ({
      action: 'update' as const,
      id,
      data: { tags: [...new Set([...tags, tag.trim()])] },
    }));
    mutate(
      { workspaceId, input: { operations, atomic: true } },
      {
        onSuccess: () => {
          toast(t.tagged(flows.length));
          onClose();
          onDone();
        },
      },
    );
  };
  return (
    <FormDialog
      title={t.addTag}
      open
      onClose={onClose}
      submit={t.addTag}
      busy={isPending}
      error={error}
      disabled={tag.trim() === ''}
      onSubmit={submit}
    >
      <Field label={t.tag}>
        <Input value={tag} maxLength={100} onChange={(event) => setTag(event.target.value)} />
      </Field>
    </FormDialog>
  );
}
