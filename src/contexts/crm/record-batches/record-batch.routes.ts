import { batchDescription, batchResults } from '../../../rest/batch-results.js';
import { BatchContactsDocument, BatchOpportunitiesDocument } from '../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../rest/route.js';

export const routes = workspaceRoutes({
  'POST /contacts/batch': route({
    operation: BatchContactsDocument,
    summary: 'Batch contacts',
    description: batchDescription,
    data: (result) => batchResults(result.batchContacts),
  }),
  'POST /opportunities/batch': route({
    operation: BatchOpportunitiesDocument,
    summary: 'Batch opportunities',
    description: batchDescription,
    data: (result) => batchResults(result.batchOpportunities),
  }),
});
