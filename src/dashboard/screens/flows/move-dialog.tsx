import { useState } from 'react';
import { useWrite } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { useWorkspaceId } from '../../shell/workspace';
import { FormDialog } from '../../ui/dialog';
import { Field, Select } from '../../ui/field';
import { toast } from '../../ui/toast';
import { type FolderInTree, forEach, type ListedFlow, updateFlow } from './flow-list';
import { texts } from './texts';

interface MoveDialogProps {
  flows: readonly ListedFlow[];
  folders: readonly FolderInTree[];
  onClose: () => void;
}

/** Moves flows to a folder. */
export function MoveDialog({ flows, folders, onClose }: MoveDialogProps) {
  const t = useTexts(texts);
  const workspaceId = useWorkspaceId();
  const [folderId, setFolderId] = useState(flows[0]?.folderId ?? '');
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const { mutateAsync } = useWrite(updateFlow, ['flow', 'folder']);
  const submit = async () => {
    setBusy(true);
    const ids = flows.map(({ id }) => id);
    const result = await forEach(ids, (flowId) =>
      mutateAsync({ workspaceId, flowId, input: { folderId: folderId || null } }),
    );
    setBusy(false);
    setError(result.error);
    if (result.error) return;
    toast(t.moved(result.done));
    onClose();
  };
  return (
    <FormDialog
      title={t.moveTitle(flows.length)}
      open
      onClose={onClose}
      submit={t.move}
      busy={isBusy}
      error={error}
      onSubmit={() => void submit()}
    >
      <Field label={t.folder}>
        <Select
          value={folderId}
          options={[{ value: '', label: t.noFolder }, ...folders.map(({ id, path }) => ({ value: id, label: path }))]}
          onChange={setFolderId}
        />
      </Field>
    </FormDialog>
  );
}
