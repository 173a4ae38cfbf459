import { useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { type BulkInput, type Changed, changeMany } from '../../jobs/start-job';
import { toast, toastError } from '../../ui/toast';
import { useWorkspaceId } from '../../workspace/workspace';
import { type ContactChange, changesBack, type ListSelection } from './changes';
import type { ContactRow } from './list';
import { contactsTexts } from './texts';

/** Chosen contacts, or all that the list finds. */
export type ContactTarget = { rows: readonly ContactRow[] } | ListSelection;

/** Changes many contacts. Those that were chosen one by one have a way back. */
export function useChange() {
  const t = useTexts(contactsTexts);
  const workspaceId = useWorkspaceId();
  const [isStarting, setStarting] = useState(false);
  const begin = (input: BulkInput<'contacts'>) => changeMany(workspaceId, 'contacts', input);
  const undo = async (inputs: readonly BulkInput<'contacts'>[]) => {
    for (const { ended } of await Promise.all(inputs.map(begin))) await ended;
  };
  const report = (change: ContactChange, target: ContactTarget, { changed }: Changed) => {
    if (changed === 0) return;
    if (change.action === 'delete') return toast(t.wereDeleted(changed));
    const back = 'rows' in target ? changesBack(change, target.rows) : [];
    toast(t.updated(changed), back.length > 0 ? { undo: () => void undo(back).catch(toastError) } : {});
  };
  /** @returns whether it has begun; what comes of it is reported to the user */
  const start = async (change: ContactChange, target: ContactTarget): Promise<boolean> => {
    setStarting(true);
    try {
      const which = 'rows' in target ? { ids: target.rows.map(({ id }) => id) } : target;
      const { ended } = await begin({ ...which, ...change });
      ended.then((outcome) => report(change, target, outcome)).catch(toastError);
      return true;
    } catch (error) {
      toastError(error);
      return false;
    } finally {
      setStarting(false);
    }
  };
  return { start, isStarting };
}
