import { useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { openJob, startJob } from '../../jobs/jobs';
import { toast, toastError } from '../../ui/toast';
import { useWorkspaceId } from '../../workspace/workspace';
import type { BulkAction, BulkFlow } from './bulk-job';
import { texts } from './texts';

/** Flows of one piece. */
const atOnce = 8;

/**
 * Changes several flows, also when the page is loaded again meanwhile.
 * @param onEnd is given the IDs of the flows that were not changed: those that failed, and those left when it was stopped
 */
export function useBulk(onEnd: (left: ReadonlySet<string>) => void) {
  const t = useTexts(texts);
  const workspaceId = useWorkspaceId();
  const [isRunning, setRunning] = useState(false);
  const start = async (action: BulkAction, chosen: readonly BulkFlow[]): Promise<void> => {
    const flows = chosen.map(({ id, name, tags }) => ({ id, name, tags }));
    const pieces = Array.from({ length: Math.ceil(flows.length / atOnce) }, (_, index) =>
      flows.slice(index * atOnce, (index + 1) * atOnce),
    );
    setRunning(true);
    try {
      const { id, ended } = await startJob({
        kind: 'flowBulk',
        workspaceId,
        order: action,
        total: flows.length,
        pieces,
      });
      const job = await ended;
      if (!job) return;
      const { done, failures, counts } = job;
      onEnd(new Set([...failures, ...flows.slice(done)].map((flow) => flow.id)));
      if (counts.changed) toast(t[`done_${action.kind}`](counts.changed));
      if (failures.length > 0) openJob(id);
    } catch (error) {
      toastError(error);
    } finally {
      setRunning(false);
    }
  };
  return { start, isRunning };
}
