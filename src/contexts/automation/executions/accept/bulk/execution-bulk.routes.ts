import { exampleId } from '../../../../../platform/example-id.js';
import { CancelExecutionsDocument, RetryExecutionsDocument } from '../../../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../../../rest/route.js';

const going =
  'At most 100 executions are processed, oldest first. If there are more, `next` is not null: send it as `after` with the same filter. `skipped` lists executions that were left as they are, with the reason. `dryRun` only counts.';

export const bulkRoutes = workspaceRoutes({
  'POST /flows/executions/retry': route({
    operation: RetryExecutionsDocument,
    summary: 'Retry executions',
    description: `Retries ended executions, by default failed ones, that were not retried before. \`from\`, \`nodeId\`, \`version\` and \`triggerData\` are those of the retry of one execution, and apply to each. ${going} A request with \`after\` leaves out retries of executions before it; with \`to\`, only what was created later is left out.`,
    example: {
      body: { filter: { flowId: exampleId('flowId'), status: 'failed', from: '2026-01-31' }, version: 'current' },
    },
    data: (result) => result.retryExecutions,
    withoutNulls: true,
  }),
  'POST /flows/executions/cancel': route({
    operation: CancelExecutionsDocument,
    summary: 'Cancel executions',
    description: `Cancels running executions with the executions that they called. ${going}`,
    example: { body: { filter: { flowId: exampleId('flowId') } } },
    data: (result) => result.cancelExecutions,
    withoutNulls: true,
  }),
});
