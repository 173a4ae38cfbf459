import { exampleId } from '../../../platform/example-id.js';
import { batchDescription } from '../../../rest/batch-description.js';
import { BatchContactsDocument, BatchOpportunitiesDocument } from '../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../rest/route.js';

export const routes = workspaceRoutes({
  'POST /contacts/batch': route({
    operation: BatchContactsDocument,
    summary: 'Batch contacts',
    description: batchDescription,
    example: {
      body: {
        operations: [
          { action: 'create', data: { name: 'Ben Ode', email: 'ben@example.com' } },
          { action: 'update', id: exampleId('contactId'), data: { company: 'Acme' } },
        ],
        atomic: true,
      },
    },
    data: (result) => result.batchContacts,
  }),
  'POST /opportunities/batch': route({
    operation: BatchOpportunitiesDocument,
    summary: 'Batch opportunities',
    description: batchDescription,
    example: {
      body: { operations: [{ action: 'update', id: exampleId('opportunityId'), data: { value: '1250.00' } }] },
    },
    data: (result) => result.batchOpportunities,
  }),
});
