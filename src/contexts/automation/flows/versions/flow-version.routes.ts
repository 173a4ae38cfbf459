import {
  DiffFlowVersionsDocument,
  GetFlowVersionDocument,
  ListFlowVersionsDocument,
  RestoreFlowVersionDocument,
} from '../../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../../rest/route.js';

export const versionRoutes = workspaceRoutes({
  'GET /flows/:flowId/versions': route({
    operation: ListFlowVersionsDocument,
    summary: 'List the versions of a flow',
    data: (result) => result.workspace.flow.versions,
  }),
  'GET /flows/:flowId/versions/:version': route({
    operation: GetFlowVersionDocument,
    summary: 'Get a version of a flow',
    data: (result) => result.workspace.flowVersion,
  }),
  'GET /flows/:flowId/versions/:version/diff': route({
    operation: DiffFlowVersionsDocument,
    summary: 'Compare two versions of a flow',
    description: 'Compares with the version before, or with the one that `against` names; 0 is an empty flow.',
    data: (result) => result.workspace.flowVersionDiff,
  }),
  'POST /flows/:flowId/versions/:version/restore': route({
    operation: RestoreFlowVersionDocument,
    summary: 'Restore a version of a flow',
    description:
      'Nothing changes where it holds that already. An active flow that would break answers 400 `FLOW_INVALID`.',
    data: (result) => result.restoreFlowVersion,
  }),
});
