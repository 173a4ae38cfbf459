import { useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { type BulkInput, changeMany } from '../../jobs/start-job';
import { toast, toastError } from '../../ui/toast';
import { useWorkspaceId } from '../../workspace/workspace';
import { texts } from './texts';

/** What is done to each of several flows. */
export type FlowChange =
  | { kind: 'activate' | 'pause' }
  | { kind: 'delete' }
  | { kind: 'move'; folderId: string | null }
  | { kind: 'tag'; tag: string };

/**
 * Changes several flows.
 * @param onEnd is given the IDs of the flows that were not changed: those that failed, and those left when it was stopped
 */
export function useChange(onEnd: (left: ReadonlySet<string>) => void) {
  const t = useTexts(texts);
  const workspaceId = useWorkspaceId();
  const [isRunning, setRunning] = useState(false);
  const start = async (change: FlowChange, ids: string[]): Promise<void> => {
    setRunning(true);
    try {
      const { ended } = await changeMany(workspaceId, 'flows', { ids, ...inputOf(change) });
      const { changed, left } = await ended;
      onEnd(new Set(left));
      if (changed > 0) toast(t[`done_${change.kind}`](changed));
    } catch (error) {
      toastError(error);
    } finally {
      setRunning(false);
    }
  };
  return { start, isRunning };
}

function inputOf(change: FlowChange): Pick<BulkInput<'flows'>, 'action' | 'data'> {
  switch (change.kind) {
    case 'activate':
    case 'pause':
      return { action: 'update', data: { isActive: change.kind === 'activate' } };
    case 'move':
      return { action: 'update', data: { folderId: change.folderId } };
    case 'tag':
      return { action: 'addTags', data: { tags: [change.tag] } };
    case 'delete':
      return { action: 'delete' };
  }
}
