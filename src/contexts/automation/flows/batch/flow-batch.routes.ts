import { exampleId } from '../../../../platform/example-id.js';
import { batchDescription } from '../../../../rest/batch-description.js';
import { BatchFlowsDocument } from '../../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../../rest/route.js';

export const batchRoutes = workspaceRoutes({
  'POST /flows/batch': route({
    operation: BatchFlowsDocument,
    summary: 'Batch flow tags',
    description: `The only action is \`update\`, the only field of \`data\` is \`tags\`. ${batchDescription}`,
    example: {
      body: {
        operations: [{ action: 'update', id: exampleId('flowId'), data: { tags: ['leads', 'website', 'spring'] } }],
      },
    },
    data: (result) => result.batchFlows,
  }),
});
