import { ListExecutionErrorGroupsDocument } from '../../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../../rest/route.js';

export const errorGroupRoutes = workspaceRoutes({
  'GET /flows/executions/error-groups': route({
    operation: ListExecutionErrorGroupsDocument,
    summary: 'List the causes of failed executions',
    description:
      'Groups the newest 10,000 failed executions by flow, version, node and error code, that of the newest failure first. `hours` counts those of the last 24 hours. Simulations are left out.',
    data: (result) => result.workspace.executionErrorGroups,
  }),
});
