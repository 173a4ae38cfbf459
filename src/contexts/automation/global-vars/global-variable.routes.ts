import {
  CreateGlobalVariableDocument,
  DeleteGlobalVariableDocument,
  FindGlobalVariableDocument,
  ListGlobalVariablesDocument,
  UpdateGlobalVariableDocument,
} from '../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../rest/route.js';

export const routes = workspaceRoutes({
  'GET /flows/global-vars': route({
    operation: ListGlobalVariablesDocument,
    summary: 'Lists global variables',
    data: (result) => result.workspace.globalVariables,
  }),
  'POST /flows/global-vars': route({
    operation: CreateGlobalVariableDocument,
    summary: 'Creates a global variable',
    data: (result) => result.createGlobalVariable,
    status: 201,
  }),
  'GET /flows/global-vars/:varId': route({
    operation: FindGlobalVariableDocument,
    summary: 'Reads a global variable, with the flows that name it in `usedBy`',
    data: (result) => result.workspace.globalVariable,
  }),
  'PATCH /flows/global-vars/:varId': route({
    operation: UpdateGlobalVariableDocument,
    summary: 'Changes a global variable',
    description:
      'Only sent fields change. Flows that name the old name are not rewritten: their steps that read it fail with `GLOBAL_VAR_MISSING`.',
    data: (result) => result.updateGlobalVariable,
  }),
  'DELETE /flows/global-vars/:varId': route({
    operation: DeleteGlobalVariableDocument,
    summary: 'Deletes a global variable',
    description: 'Also while flows name it: their steps that read it then fail with `GLOBAL_VAR_MISSING`.',
    data: (result) => result.deleteGlobalVariable,
  }),
});
