import { useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { ConfirmDialog, FormDialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { IconButton } from '../../ui/icon-button';
import { Menu } from '../../ui/menu';
import { common } from '../../ui/texts';
import { contactStatuses } from '../customers/badges';
import { useMemberOptions } from '../customers/members';
import { TagsInput } from '../customers/tags-input';
import { customers } from '../customers/texts';
import type { ContactChange } from './changes';
import styles from './contacts.module.css';
import type { ContactRow } from './list';
import { contactsTexts } from './texts';
import { type ContactTarget, useChange } from './use-change';

interface BulkBarProps {
  /** The chosen contacts that were read. */
  rows: readonly ContactRow[];
  target: ContactTarget;
  /** How many contacts the target has. */
  count: number;
  /** The number of all contacts that match, if all of them can be chosen instead. */
  more: number | null;
  onAll: () => void;
  onDone: () => void;
}

/** What is asked: which tags, or whether something is meant that has no way back. */
type Asked = { kind: 'addTags' | 'removeTags' } | { kind: 'delete' } | { kind: 'update'; change: ContactChange } | null;

/** What can be done with many contacts. Changes of chosen ones have a way back; all else asks first. */
export function BulkBar({ rows, target, count, more, onAll, onDone }: BulkBarProps) {
  const t = useTexts(contactsTexts);
  const words = useTexts(customers);
  const shared = useTexts(common);
  const members = useMemberOptions();
  const { start, isStarting } = useChange();
  const [asked, setAsked] = useState<Asked>(null);
  const isAll = 'filter' in target;
  const label = isAll ? t.allSelected(count) : shared.selected(count);
  const begin = async (change: ContactChange) => {
    if (!(await start(change, target))) return;
    setAsked(null);
    onDone();
  };
  const update = (change: ContactChange) => (isAll ? setAsked({ kind: 'update', change }) : void begin(change));
  return (
    <div className={`row wrap rigid gap-6 chosen mb-12 ${styles.bulk}`} role="toolbar" aria-label={label}>
      <strong>{label}</strong>
      {more !== null && (
        <Button size="small" look="quiet" onClick={onAll}>
          {t.allMatching(more)}
        </Button>
      )}
      <Menu
        trigger={<Button size="small">{t.setStatus}</Button>}
        items={contactStatuses.map((status) => ({
          label: words[`contact_${status}`],
          onSelect: () => update({ action: 'update', data: { status } }),
        }))}
      />
      <Button size="small" icon="tag" onClick={() => setAsked({ kind: 'addTags' })}>
        {t.addTag}
      </Button>
      <Button size="small" onClick={() => setAsked({ kind: 'removeTags' })}>
        {t.removeTag}
      </Button>
      <Menu
        trigger={
          <Button size="small" icon="user">
            {t.assign}
          </Button>
        }
        items={[{ value: '', label: words.nobody }, ...members].map(({ value, label: name }) => ({
          label: name,
          onSelect: () => update({ action: 'update', data: { assignedTo: value || null } }),
        }))}
      />
      <Button size="small" icon="trash" onClick={() => setAsked({ kind: 'delete' })}>
        {shared.delete}
      </Button>
      <IconButton size="small" icon="close" label={shared.cancel} onClick={onDone} />
      <TagDialog
        key={asked?.kind}
        mode={asked?.kind}
        description={isAll ? t.allSelected(count) : undefined}
        rows={rows}
        busy={isStarting}
        onClose={() => setAsked(null)}
        onSubmit={(action, tags) => void begin({ action, data: { tags } })}
      />
      <ConfirmDialog
        title={t.changeMany(count)}
        description={t.changeManyHint}
        submit={t.change}
        look="primary"
        open={asked?.kind === 'update'}
        busy={isStarting}
        onClose={() => setAsked(null)}
        onSubmit={() => asked?.kind === 'update' && void begin(asked.change)}
      />
      <ConfirmDialog
        title={t.deleteMany(count)}
        description={t.deleteManyHint}
        submit={shared.delete}
        open={asked?.kind === 'delete'}
        busy={isStarting}
        onClose={() => setAsked(null)}
        onSubmit={() => void begin({ action: 'delete' })}
      />
    </div>
  );
}

interface TagDialogProps {
  mode: NonNullable<Asked>['kind'] | undefined;
  description: string | undefined;
  rows: readonly ContactRow[];
  busy: boolean;
  onClose: () => void;
  onSubmit: (action: 'addTags' | 'removeTags', tags: string[]) => void;
}

function TagDialog({ mode, description, rows, busy, onClose, onSubmit }: TagDialogProps) {
  const t = useTexts(contactsTexts);
  const words = useTexts(customers);
  const [tags, setTags] = useState<string[]>([]);
  const present = [...new Set(rows.flatMap((row) => row.tags))].filter((tag) => !tags.includes(tag));
  const action = mode === 'addTags' ? mode : 'removeTags';
  const title = mode === 'addTags' ? t.addTag : t.removeTag;
  return (
    <FormDialog
      title={title}
      description={description}
      open={mode === 'addTags' || mode === 'removeTags'}
      onClose={onClose}
      submit={title}
      busy={busy}
      disabled={tags.length === 0}
      onSubmit={() => onSubmit(action, tags)}
    >
      <Field label={words.tags} hint={words.tagsHint}>
        <TagsInput value={tags} onChange={setTags} />
      </Field>
      {mode === 'removeTags' && (
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
