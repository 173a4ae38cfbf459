import { graphql } from '../../api/graphql';
import { useWrite } from '../../api/query';
import type { BatchOperationInput } from '../../generated/graphql';
import { useTexts } from '../../i18n/texts';
import { useWorkspaceId } from '../../shell/workspace';
import { toast, toastError } from '../../ui/toast';
import { contactsTexts } from './texts';

const batchContacts = graphql(`
  mutation ContactsBatch($workspaceId: ID!, $input: BatchInput!) {
    batchContacts(workspaceId: $workspaceId, input: $input) {
      results {
        recordId
        error {
          message
        }
      }
    }
  }
`);

/** Operations of one request. */
const atOnce = 100;

/** Changes many contacts, a hundred at a time. */
export function useBatch() {
  const t = useTexts(contactsTexts);
  const workspaceId = useWorkspaceId();
  const { mutateAsync, isPending } = useWrite(batchContacts, ['contact']);
  /** @returns the number of operations that succeeded; the others are reported to the user */
  const run = async (operations: readonly BatchOperationInput[]): Promise<number> => {
    const errors: string[] = [];
    let done = 0;
    try {
      for (let from = 0; from < operations.length; from += atOnce) {
        const input = { operations: operations.slice(from, from + atOnce) };
        const { batchContacts: batch } = await mutateAsync({ workspaceId, input });
        for (const { error } of batch.results) {
          if (error) errors.push(error.message);
          else done += 1;
        }
      }
    } catch (error) {
      toastError(error);
    }
    if (errors[0] !== undefined) toast(t.failed(errors.length, errors[0]), { tone: 'danger' });
    return done;
  };
  return { run, isPending };
}
