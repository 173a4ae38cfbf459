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
    summary: 'List workspaces',
    data: (result) => result.workspaces,
  }),
  'POST /workspaces': route({
    operation: CreateWorkspaceDocument,
    summary: 'Create a workspace',
    description: 'If `WORKSPACE_CREATION` is `operator`, only the operator of the server can create workspaces.',
    example: { body: { name: 'Acme Spain', timezone: 'Europe/Madrid', country: 'ES' } },
    data: (result) => result.createWorkspace,
    status: 201,
  }),
  'GET /workspaces/:workspaceId': route({
    operation: GetWorkspaceDocument,
    summary: 'Get a workspace',
    data: (result) => result.workspace,
  }),
  'PATCH /workspaces/:workspaceId': route({
    operation: UpdateWorkspaceDocument,
    inFlows: false,
    summary: 'Update a workspace',
    example: { body: { timezone: 'Europe/Madrid', country: 'ES' } },
    data: (result) => result.updateWorkspace,
  }),
  'DELETE /workspaces/:workspaceId': route({
    operation: DeleteWorkspaceDocument,
    summary: 'Delete a workspace and everything in it',
    data: (result) => result.deleteWorkspace,
  }),
});
