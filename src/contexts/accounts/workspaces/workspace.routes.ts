import {
  CreateWorkspaceDocument,
  DeleteWorkspaceDocument,
  GetWorkspaceDocument,
  ListWorkspacesDocument,
  UpdateWorkspaceDocument,
} from '../../../rest/generated/operations.js';
import { rootRoutes, route } from '../../../rest/route.js';

export const routes = rootRoutes({
  'GET /workspaces': route({
    operation: ListWorkspacesDocument,
    summary: "The caller's workspaces",
    data: (result) => result.workspaces,
  }),
  'POST /workspaces': route({
    operation: CreateWorkspaceDocument,
    summary: 'Create a workspace, with the caller as its owner',
    data: (result) => result.createWorkspace,
    status: 201,
  }),
  'GET /workspaces/:workspaceId': route({
    operation: GetWorkspaceDocument,
    summary: 'One workspace',
    data: (result) => result.workspace,
  }),
  'PATCH /workspaces/:workspaceId': route({
    operation: UpdateWorkspaceDocument,
    summary: 'Rename a workspace or change its time zone',
    data: (result) => result.updateWorkspace,
  }),
  'DELETE /workspaces/:workspaceId': route({
    operation: DeleteWorkspaceDocument,
    summary: 'Delete a workspace and all that is in it',
    data: (result) => result.deleteWorkspace,
  }),
});
