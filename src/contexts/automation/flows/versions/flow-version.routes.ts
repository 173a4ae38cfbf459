import {
  DiffFlowVersionsDocument,
  FindFlowVersionDocument,
  ListFlowVersionsDocument,
  RestoreFlowVersionDocument,
} from '../../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../../rest/route.js';

export const versionRoutes = workspaceRoutes({
  'GET /flows/:flowId/versions': route({
    operation: ListFlowVersionsDocument,
    summary: "Lists a flow's versions, newest first, without their graphs",
    data: (result) => result.workspace.flow.versions,
  }),
  'GET /flows/:flowId/versions/:version': route({
    operation: FindFlowVersionDocument,
    summary: 'Reads one version of a flow',
    data: (result) => result.workspace.flowVersion,
  }),
  'GET /flows/:flowId/versions/:version/diff': route({
    operation: DiffFlowVersionsDocument,
    summary: 'What changed from one version of a flow to another, by node and edge',
    description: 'Compares with the version before, or with the one that `against` names; 0 is an empty flow.',
    data: (result) => result.workspace.flowVersionDiff,
  }),
  'POST /flows/:flowId/versions/:version/restore': route({
    operation: RestoreFlowVersionDocument,
    summary: 'Gives a flow what one of its versions held, as a new version',
    description:
      'Nothing changes where it holds that already. An active flow that would break answers 400 `FLOW_INVALID`.',
    data: (result) => result.restoreFlowVersion,
  }),
});
