import { useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { ConfirmDialog, FormDialog } from '../../ui/dialog';
import { Field, Input } from '../../ui/field';
import { toast } from '../../ui/toast';
import styles from './bulk.module.css';
import { BulkFailures } from './bulk-failures';
import type { FolderInTree, ListedFlow } from './flow-list';
import { MoveDialog } from './move-dialog';
import { texts } from './texts';
import { type BulkAction, type BulkRun, useBulk } from './use-bulk';

interface BulkBarProps {
  /** The chosen flows. */
  flows: readonly ListedFlow[];
  folders: readonly FolderInTree[];
  onChoose: (ids: ReadonlySet<string>) => void;
}

/** What can be done with the chosen flows together. Those that could not be changed stay chosen. */
export function BulkBar({ flows, folders, onChoose }: BulkBarProps) {
  const t = useTexts(texts);
  const [asked, setAsked] = useState<'delete' | 'move' | 'tag' | null>(null);
  const bulk = useBulk((left) => onChoose(new Set(left.map(({ id }) => id))));
  const start = async (action: BulkAction) => {
    setAsked(null);
    const { done, failed } = await bulk.start(action, flows);
    if (done > 0) toast(t[`done_${action.kind}`](done));
    if (failed.length === 0) bulk.close();
  };
  if (bulk.run?.isRunning) return <Progress run={bulk.run} onStop={bulk.stop} />;
  return (
    <>
      {bulk.run && <BulkFailures run={bulk.run} onClose={bulk.close} />}
      {flows.length > 0 && (
        <div className={styles.bulk} role="toolbar" aria-label={t.chosen(flows.length)}>
          <strong>{t.chosen(flows.length)}</strong>
          <Button size="small" icon="play" onClick={() => void start({ kind: 'activate' })}>
            {t.activateAll}
          </Button>
          <Button size="small" icon="pause" onClick={() => void start({ kind: 'pause' })}>
            {t.pauseAll}
          </Button>
          <Button size="small" icon="folder" onClick={() => setAsked('move')}>
            {t.move}
          </Button>
          <Button size="small" icon="tag" onClick={() => setAsked('tag')}>
            {t.addTag}
          </Button>
          <Button size="small" icon="trash" onClick={() => setAsked('delete')}>
            {t.delete}
          </Button>
          <Button size="small" look="quiet" onClick={() => onChoose(new Set())}>
            {t.chooseNone}
          </Button>
        </div>
      )}
      {asked === 'move' && (
        <MoveDialog
          count={flows.length}
          folderId={flows[0]?.folderId ?? null}
          folders={folders}
          onClose={() => setAsked(null)}
          onSubmit={(folderId) => void start({ kind: 'move', folderId })}
        />
      )}
      {asked === 'tag' && (
        <AddTag onClose={() => setAsked(null)} onSubmit={(tag) => void start({ kind: 'tag', tag })} />
      )}
      <Delete
        flows={flows}
        open={asked === 'delete'}
        onClose={() => setAsked(null)}
        onSubmit={() => void start({ kind: 'delete' })}
      />
    </>
  );
}

function Progress({ run: { total, done, failed }, onStop }: { run: BulkRun; onStop: () => void }) {
  const t = useTexts(texts);
  const reached = done + failed.length;
  return (
    <div className={styles.bulk}>
      <strong role="status">{t.progress(reached, total)}</strong>
      <progress className={styles.progress} aria-label={t.progress(reached, total)} value={reached} max={total} />
      <Button size="small" icon="stop" onClick={onStop}>
        {t.stop}
      </Button>
    </div>
  );
}

/** Names that the question shows at most. */
const namesAtMost = 8;

interface DeleteProps {
  flows: readonly ListedFlow[];
  open: boolean;
  onClose: () => void;
  onSubmit: () => void;
}

/** Asks once, and says what is lost. */
function Delete({ flows, ...dialog }: DeleteProps) {
  const t = useTexts(texts);
  const active = flows.filter(({ isActive }) => isActive).length;
  const more = flows.length - namesAtMost;
  return (
    <ConfirmDialog
      {...dialog}
      title={t.deleteCount(flows.length)}
      description={active > 0 ? `${t.deleteActive(active)} ${t.deleteText}` : t.deleteText}
      submit={t.delete}
      busy={false}
    >
      <ul className={styles.names}>
        {flows.slice(0, namesAtMost).map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
        {more > 0 && <li>{t.andMore(more)}</li>}
      </ul>
    </ConfirmDialog>
  );
}

function AddTag({ onClose, onSubmit }: { onClose: () => void; onSubmit: (tag: string) => void }) {
  const t = useTexts(texts);
  const [tag, setTag] = useState('');
  return (
    <FormDialog
      title={t.addTag}
      open
      onClose={onClose}
      submit={t.addTag}
      busy={false}
      disabled={tag.trim() === ''}
      onSubmit={() => onSubmit(tag.trim())}
    >
      <Field label={t.tag}>
        <Input value={tag} maxLength={100} onChange={(event) => setTag(event.target.value)} />
      </Field>
    </FormDialog>
  );
}
