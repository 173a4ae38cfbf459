import { useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { FormDialog } from '../../ui/dialog';
import { Field, Select } from '../../ui/field';
import type { FolderInTree } from './flow-list';
import { texts } from './texts';

interface MoveDialogProps {
  /** How many flows are moved. */
  count: number;
  /** Where they are. */
  folderId: string | null | undefined;
  folders: readonly FolderInTree[];
  busy?: boolean;
  error?: unknown;
  onClose: () => void;
  onSubmit: (folderId: string | null) => void;
}

/** Asks for the folder that flows are moved to. */
export function MoveDialog({ count, folderId, folders, busy = false, error, onClose, onSubmit }: MoveDialogProps) {
  const t = useTexts(texts);
  const [chosen, setChosen] = useState(folderId ?? '');
  return (
    <FormDialog
      title={t.moveTitle(count)}
      open
      onClose={onClose}
      submit={t.move}
      busy={busy}
      error={error}
      onSubmit={() => onSubmit(chosen || null)}
    >
      <Field label={t.folder}>
        <Select
          value={chosen}
          options={[{ value: '', label: t.noFolder }, ...folders.map(({ id, path }) => ({ value: id, label: path }))]}
          onChange={setChosen}
        />
      </Field>
    </FormDialog>
  );
}
