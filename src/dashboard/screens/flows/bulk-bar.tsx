import { useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/dialog';
import { RecordForm } from '../../ui/record-form';
import type { FolderInTree, ListedFlow } from './flow-list';
import styles from './flows.module.css';
import { MoveDialog } from './move-dialog';
import { texts } from './texts';
import { type FlowChange, useChange } from './use-change';

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
  const { start: begin, isRunning } = useChange(onChoose);
  const start = (change: FlowChange) => {
    setAsked(null);
    void begin(
      change,
      flows.map(({ id }) => id),
    );
  };
  return (
    <>
      {flows.length > 0 && !isRunning && (
        <div
          className={`row wrap rigid gap-8 round chosen mb-10 ${styles.bulk}`}
          role="toolbar"
          aria-label={t.chosen(flows.length)}
        >
          <strong>{t.chosen(flows.length)}</strong>
          <Button size="small" icon="play" onClick={() => start({ kind: 'activate' })}>
            {t.activateAll}
          </Button>
          <Button size="small" icon="pause" onClick={() => start({ kind: 'pause' })}>
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
          onSubmit={(folderId) => start({ kind: 'move', folderId })}
        />
      )}
      {asked === 'tag' && <AddTag onClose={() => setAsked(null)} onSubmit={(tag) => start({ kind: 'tag', tag })} />}
      <Delete
        flows={flows}
        open={asked === 'delete'}
        onClose={() => setAsked(null)}
        onSubmit={() => start({ kind: 'delete' })}
      />
    </>
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
      <ul className={`grid gap-2 break no-margin ${styles.names}`}>
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
  return (
    <RecordForm
      title={t.addTag}
      submit={t.addTag}
      fields={{ tag: { label: t.tag, maxLength: 100 } }}
      initial={{ tag: '' }}
      isComplete={({ tag }) => tag.trim() !== ''}
      onClose={onClose}
      onSubmit={({ tag }) => onSubmit(tag.trim())}
    />
  );
}
