import { CallFlowToolDocument, ListFlowToolsDocument } from '../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../rest/route.js';

export const routes = workspaceRoutes({
  'GET /flows/tools': route({
    operation: ListFlowToolsDocument,
    summary: 'List flows that assistants can call',
    data: (result) => result.workspace.flowTools,
  }),
  'POST /flows/:flowId/call': route({
    operation: CallFlowToolDocument,
    summary: 'Call a flow as a tool',
    description:
      'Answers 200 with `status`, `output` and `error` once the run has ended; 202 with `status: running` where it takes longer than 25 seconds: read the execution then.',
    data: (result) => result.callFlowTool,
    status: {
      oneOf: [200, 202],
      choose: ({ callFlowTool }) => (callFlowTool.status === 'running' ? 202 : 200),
    },
  }),
});
