import { CallFlowToolDocument, ListFlowToolsDocument } from '../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../rest/route.js';

export const routes = workspaceRoutes({
  'GET /flows/tools': route({
    operation: ListFlowToolsDocument,
    summary: 'List flow tools',
    description: 'Lists the active flows that assistants can call as tools.',
    data: (result) => result.workspace.flowTools,
  }),
  'POST /flows/:flowId/call': route({
    operation: CallFlowToolDocument,
    inFlows: false,
    summary: 'Call a flow as a tool',
    description:
      'Returns 200 with `status`, `output` and `error` when the execution has ended, or 202 with `status: running` after 25 seconds. In that case get the execution later.',
    fails: ['CONFLICT', 'FLOW_PAUSED', 'FLOW_INVALID', 'QUOTA_EXCEEDED'],
    example: { body: { arguments: { order: '1024' } } },
    data: (result) => result.callFlowTool,
    status: {
      oneOf: [200, 202],
      choose: ({ callFlowTool }) => (callFlowTool.status === 'running' ? 202 : 200),
    },
  }),
});
