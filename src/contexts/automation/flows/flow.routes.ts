import {
  CreateFlowDocument,
  DeleteFlowDocument,
  GetFlowDocument,
  ListFlowsDocument,
  ListNodeTypesDocument,
  RegenerateWebhookTokenDocument,
  UpdateFlowDocument,
  ValidateFlowDocument,
} from '../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../rest/route.js';

/** Flows with large graphs are larger than other bodies. */
const maxBody = 3 * 1024 * 1024;

export const routes = workspaceRoutes({
  'GET /flows': route({
    operation: ListFlowsDocument,
    summary: 'List flows',
    variables: ({ query }) => ({ folder: query.folderId }),
    data: (result) => result.workspace.flows,
  }),
  'POST /flows': route({
    operation: CreateFlowDocument,
    summary: 'Create a flow',
    data: (result) => result.createFlow,
    status: 201,
    maxBody,
  }),
  'GET /flows/node-types': route({
    operation: ListNodeTypesDocument,
    summary: 'List node types',
    data: (result) => result.workspace.nodeTypes,
  }),
  'GET /flows/:flowId': route({
    operation: GetFlowDocument,
    summary: 'Get a flow',
    data: (result) => result.workspace.flow,
  }),
  'PATCH /flows/:flowId': route({
    operation: UpdateFlowDocument,
    summary: 'Update a flow',
    description:
      'Only sent fields change, each whole; `settings` is merged by key. With `expectedVersion`, a flow that was changed meanwhile answers 409.',
    data: (result) => result.updateFlow,
    maxBody,
  }),
  'DELETE /flows/:flowId': route({
    operation: DeleteFlowDocument,
    summary: 'Delete a flow',
    data: (result) => result.deleteFlow,
  }),
  'GET /flows/:flowId/validate': route({
    operation: ValidateFlowDocument,
    summary: 'Validate a flow',
    data: (result) => result.workspace.flow.validation,
  }),
  'POST /flows/:flowId/regenerate-token': route({
    operation: RegenerateWebhookTokenDocument,
    summary: 'Regenerate the webhook token of a flow',
    data: (result) => result.regenerateWebhookToken,
  }),
});
