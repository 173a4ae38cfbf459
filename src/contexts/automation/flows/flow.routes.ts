import {
  CreateFlowDocument,
  DeleteFlowDocument,
  FindFlowDocument,
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
    summary: 'Lists flows, without nodes, edges and variables',
    variables: ({ query }) => ({ folder: query.folderId }),
    data: (result) => result.workspace.flows,
  }),
  'POST /flows': route({
    operation: CreateFlowDocument,
    summary: 'Creates a flow, paused',
    data: (result) => result.createFlow,
    status: 201,
    maxBody,
  }),
  'GET /flows/node-types': route({
    operation: ListNodeTypesDocument,
    summary: 'The catalogue of node types: fields, handles, effects and an example of each',
    data: (result) => result.workspace.nodeTypes,
  }),
  'GET /flows/:flowId': route({
    operation: FindFlowDocument,
    summary: 'Reads a flow',
    data: (result) => result.workspace.flow,
  }),
  'PATCH /flows/:flowId': route({
    operation: UpdateFlowDocument,
    summary: 'Changes, activates or pauses a flow',
    description:
      'Only sent fields change, each whole; `settings` is merged by key. With `expectedVersion`, a flow that was changed meanwhile answers 409.',
    data: (result) => result.updateFlow,
    maxBody,
  }),
  'DELETE /flows/:flowId': route({
    operation: DeleteFlowDocument,
    summary: 'Deletes a flow; its executions stay',
    data: (result) => result.deleteFlow,
  }),
  'GET /flows/:flowId/validate': route({
    operation: ValidateFlowDocument,
    summary: "Runs the editor's rules over a flow and changes nothing",
    data: (result) => result.workspace.flow.validation,
  }),
  'POST /flows/:flowId/regenerate-token': route({
    operation: RegenerateWebhookTokenDocument,
    summary: "Replaces a flow's webhook token; the old one stops working at once",
    data: (result) => result.regenerateWebhookToken,
  }),
});
