import { useState } from 'react';
import type { BatchOperationInput } from '../../generated/graphql';
import { useTexts } from '../../i18n/texts';
import { forgetJob, startJob } from '../../jobs/jobs';
import { toast, toastError } from '../../ui/toast';
import { useWorkspaceId } from '../../workspace/workspace';
import { contactsTexts } from './texts';

/** Operations of one request. */
const atOnce = 100;

/** Changes many contacts, a hundred at a time; also when the page is loaded again meanwhile. */
export function useBatch() {
  const t = useTexts(contactsTexts);
  const workspaceId = useWorkspaceId();
  const [isPending, setPending] = useState(false);
  /** @returns the number of operations that succeeded; the others are reported to the user */
  const run = async (operations: readonly BatchOperationInput[]): Promise<number> => {
    const pieces = Array.from({ length: Math.ceil(operations.length / atOnce) }, (_, index) =>
      operations.slice(index * atOnce, (index + 1) * atOnce),
    );
    const order = { isDelete: operations[0]?.action === 'delete' };
    setPending(true);
    try {
      const total = operations.length;
      const { id, ended } = await startJob({ kind: 'contactBatch', workspaceId, order, total, pieces });
      const job = await ended;
      if (!job) return 0;
      const { counts, failures, state } = job;
      if (failures[0]) toast(t.failed(failures.length, failures[0].message), { tone: 'danger' });
      if (state === 'done') await forgetJob(id);
      return counts.changed ?? 0;
    } catch (error) {
      toastError(error);
      return 0;
    } finally {
      setPending(false);
    }
  };
  return { run, isPending };
}
