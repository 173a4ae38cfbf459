import { graphql } from '../../api/graphql';
import type { BatchOperationInput } from '../../generated/graphql';
import { FailureList } from '../../jobs/failure-list';
import type { JobKind } from '../../jobs/job';
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

/** What is done to the contacts of a batch. */
export interface BatchOrder {
  isDelete: boolean;
}

/** Changes contacts together, a hundred at a time. */
const batchJob: JobKind<BatchOrder, BatchOperationInput[]> = {
  async run({ workspaceId, send }, operations) {
    const { batchContacts: batch } = await send(batchContacts, { workspaceId, input: { operations } });
    const { results } = batch;
    const failures = results.flatMap(({ error }, index) =>
      error ? [{ id: operations[index]?.id ?? '', name: '', message: error.message }] : [],
    );
    return { done: operations.length, counts: { changed: operations.length - failures.length }, failures };
  },
  title: ({ order }, language) => contactsTexts(language)[(order as BatchOrder).isDelete ? 'deleting' : 'updating'],
  progress: ({ done, total }, language) => contactsTexts(language).progress(done, total),
  ended: ({ order, counts: { changed = 0 } }, language) =>
    contactsTexts(language)[(order as BatchOrder).isDelete ? 'wereDeleted' : 'updated'](changed),
  Detail: ({ job }) => <FailureList failures={job.failures} />,
};

export default batchJob;
