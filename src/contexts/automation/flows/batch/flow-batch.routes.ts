import { batchDescription, batchResults } from '../../../../rest/batch-results.js';
import { BatchFlowsDocument } from '../../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../../rest/route.js';

export const batchRoutes = workspaceRoutes({
  'POST /flows/batch': route({
    operation: BatchFlowsDocument,
    summary: 'Batch flow tags',
    description: `The only action is \`update\`, the only field of \`data\` is \`tags\`. ${batchDescription}`,
    data: (result) => batchResults(result.batchFlows),
  }),
});
