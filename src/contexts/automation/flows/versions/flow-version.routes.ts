import {
  CompareFlowVersionsDocument,
  GetFlowVersionDocument,
  ListFlowVersionsDocument,
  RestoreFlowVersionDocument,
} from '../../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../../rest/route.js';

export const versionRoutes = workspaceRoutes({
  'GET /flows/:flowId/versions': route({
    operation: ListFlowVersionsDocument,
    summary: 'List the versions of a flow',
    data: (result) => result.workspace.flow?.versions,
  }),
  'GET /flows/:flowId/versions/:version': route({
    operation: GetFlowVersionDocument,
    summary: 'Get a version of a flow',
    example: { params: { version: 1 } },
    data: (result) => result.workspace.flowVersion,
  }),
  'GET /flows/:flowId/versions/:version/diff': route({
    operation: CompareFlowVersionsDocument,
    summary: 'Compare two versions of a flow',
    description: 'Returns the differences from the version `against` to this one.',
    example: { params: { version: 2 }, query: { against: 1 } },
    data: (result) => result.workspace.flowVersionDiff,
  }),
  'POST /flows/:flowId/versions/:version/restore': route({
    operation: RestoreFlowVersionDocument,
    summary: 'Restore a version of a flow',
    description:
      'The content of the version becomes a new version of the flow, unless it is equal to the current one. If an active flow would become invalid, the request fails with 400 `FLOW_INVALID`.',
    fails: ['VERSION_CONFLICT', 'FLOW_INVALID'],
    example: { params: { version: 1 }, body: { expectedVersion: 2 } },
    data: (result) => result.restoreFlowVersion,
  }),
});
