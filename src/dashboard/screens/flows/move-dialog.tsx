import { useTexts } from '../../i18n/texts';
import { RecordForm } from '../../ui/record-form';
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
  const options = [{ value: '', label: t.noFolder }, ...folders.map(({ id, path }) => ({ value: id, label: path }))];
  return (
    <RecordForm
      title={t.moveTitle(count)}
      submit={t.move}
      fields={{ folderId: { label: t.folder, options } }}
      initial={{ folderId: folderId ?? '' }}
      write={{ error, isPending: busy }}
      onClose={onClose}
      onSubmit={(values) => onSubmit(values.folderId || null)}
    />
  );
}
