import { useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { dismiss, saveResult } from '../../jobs/actions';
import { openJob } from '../../jobs/follow';
import { type StartedJob, startExport } from '../../jobs/start-job';
import { FormDialog } from '../../ui/dialog';
import { toast, toastError } from '../../ui/toast';
import type { Address } from '../../workspace/address';
import { useWorkspaceId } from '../../workspace/workspace';
import { selectionOf } from './changes';
import type { contactAddress } from './filters';
import { contactsTexts } from './texts';

interface ExportDialogProps {
  filters: Address<typeof contactAddress>;
  /** The number of contacts of the list. */
  total: number | undefined;
  onClose: () => void;
}

/** Says what is exported, and saves the file when it is complete. */
export function ExportDialog({ filters, total, onClose }: ExportDialogProps) {
  const t = useTexts(contactsTexts);
  const workspaceId = useWorkspaceId();
  const [isStarting, setStarting] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const selection = selectionOf(filters);
  const isAll = !selection.search && Object.keys(selection.filter).length === 0;
  const save = async ({ id, ended }: StartedJob) => {
    const job = await ended;
    if (!job.resultUrl) return openJob(id);
    await saveResult(job);
    dismiss(job);
    toast(t.exportDone);
  };
  const start = async () => {
    setStarting(true);
    setError(null);
    try {
      const job = await startExport(workspaceId, { resource: 'contacts', ...(!isAll && selection) });
      onClose();
      save(job).catch(toastError);
    } catch (reason) {
      setError(reason);
      setStarting(false);
    }
  };
  return (
    <FormDialog
      open
      title={t.exportTitle}
      description={isAll ? t.exportAll(total) : t.exportFiltered(total)}
      submit={t.export}
      busy={isStarting}
      error={error}
      onClose={onClose}
      onSubmit={() => void start()}
    >
      <p className="muted">{t.exportHint}</p>
    </FormDialog>
  );
}
