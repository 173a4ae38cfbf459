import { useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { ConfirmDialog, FormDialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { IconButton } from '../../ui/icon-button';
import { Menu } from '../../ui/menu';
import { common } from '../../ui/texts';
import { toast } from '../../ui/toast';
import { contactStatuses } from '../customers/badges';
import { useMemberOptions } from '../customers/members';
import { TagsInput } from '../customers/tags-input';
import { customers } from '../customers/texts';
import type { ContactDraft } from './contact-form';
import styles from './contacts.module.css';
import type { ContactRow } from './list';
import { contactsTexts } from './texts';
import { useBatch } from './use-batch';

type Asking = 'add' | 'remove' | 'delete' | null;

/** What can be done with all chosen contacts. Changes have a way back; deletion asks first. */
export function BulkBar({ rows, onDone }: { rows: readonly ContactRow[]; onDone: () => void }) {
  const t = useTexts(contactsTexts);
  const words = useTexts(customers);
  const shared = useTexts(common);
  const members = useMemberOptions();
  const { run, isPending } = useBatch();
  const [asking, setAsking] = useState<Asking>(null);
  const update = async (changesOf: (row: ContactRow) => Partial<ContactDraft>) => {
    const changes = rows.map((row) => ({ row, data: changesOf(row) }));
    const done = await run(changes.map(({ row, data }) => ({ action: 'update', id: row.id, data })));
    setAsking(null);
    if (done === 0) return;
    onDone();
    const back = changes.map(({ row, data }) => ({
      action: 'update' as const,
      id: row.id,
      data: Object.fromEntries(Object.keys(data).map((name) => [name, row[name as keyof ContactDraft]])),
    }));
    toast(t.updated(done), { undo: () => void run(back) });
  };
  const remove = async () => {
    const done = await run(rows.map(({ id }) => ({ action: 'delete', id })));
    setAsking(null);
    onDone();
    if (done > 0) toast(t.wereDeleted(done));
  };
  return (
    <div
      className={`row wrap rigid gap-6 chosen mb-12 ${styles.bulk}`}
      role="toolbar"
      aria-label={shared.selected(rows.length)}
    >
      <strong>{shared.selected(rows.length)}</strong>
      <Menu
        trigger={<Button size="small">{t.setStatus}</Button>}
        items={contactStatuses.map((status) => ({
          label: words[`contact_${status}`],
          onSelect: () => void update(() => ({ status })),
        }))}
      />
      <Button size="small" icon="tag" onClick={() => setAsking('add')}>
        {t.addTag}
      </Button>
      <Button size="small" onClick={() => setAsking('remove')}>
        {t.removeTag}
      </Button>
      <Menu
        trigger={
          <Button size="small" icon="user">
            {t.assign}
          </Button>
        }
        items={[{ value: '', label: words.nobody }, ...members].map(({ value, label }) => ({
          label,
          onSelect: () => void update(() => ({ assignedTo: value || null })),
        }))}
      />
      <Button size="small" icon="trash" onClick={() => setAsking('delete')}>
        {shared.delete}
      </Button>
      <IconButton size="small" icon="close" label={shared.cancel} onClick={onDone} />
      <TagDialog
        key={asking}
        mode={asking}
        rows={rows}
        busy={isPending}
        onClose={() => setAsking(null)}
        onSubmit={(tags) =>
          void update((row) => ({
            tags:
              asking === 'add' ? [...new Set([...row.tags, ...tags])] : row.tags.filter((tag) => !tags.includes(tag)),
          }))
        }
      />
      <ConfirmDialog
        title={t.deleteMany(rows.length)}
        description={t.deleteManyHint}
        submit={shared.delete}
        open={asking === 'delete'}
        busy={isPending}
        onClose={() => setAsking(null)}
        onSubmit={() => void remove()}
      />
    </div>
  );
}

interface TagDialogProps {
  mode: Asking;
  rows: readonly ContactRow[];
  busy: boolean;
  onClose: () => void;
  onSubmit: (tags: string[]) => void;
}

function TagDialog({ mode, rows, busy, onClose, onSubmit }: TagDialogProps) {
  const t = useTexts(contactsTexts);
  const words = useTexts(customers);
  const [tags, setTags] = useState<string[]>([]);
  const present = [...new Set(rows.flatMap((row) => row.tags))].filter((tag) => !tags.includes(tag));
  const title = mode === 'add' ? t.addTag : t.removeTag;
  return (
    <FormDialog
      title={title}
      open={mode === 'add' || mode === 'remove'}
      onClose={onClose}
      submit={title}
      busy={busy}
      disabled={tags.length === 0}
      onSubmit={() => onSubmit(tags)}
    >
      <Field label={words.tags} hint={words.tagsHint}>
        <TagsInput value={tags} onChange={setTags} />
      </Field>
      {mode === 'remove' && (
        <div className="flex wrap gap-6">
          {present.map((tag) => (
            <Button key={tag} size="small" icon="plus" onClick={() => setTags([...tags, tag])}>
              {tag}
            </Button>
          ))}
        </div>
      )}
    </FormDialog>
  );
}
