import {
  CreateFlowDocument,
  DeleteFlowDocument,
  GetFlowDocument,
  ListFlowsDocument,
  ListNodeTypesDocument,
  RegenerateWebhookTokenDocument,
  UpdateFlowDocument,
  ValidateFlowContentDocument,
  ValidateFlowDocument,
} from '../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../rest/route.js';

/** Bytes; flows with large graphs exceed the limit of other bodies. */
export const maxFlowBody = 3 * 1024 * 1024;

/** The content of a flow for examples: it greets each lead that the website sends. */
export function exampleGraph(greeting: string) {
  return {
    nodes: [
      { id: 'lead', type: 'trigger.webhook', position: { x: 0, y: 0 }, data: {} },
      {
        id: 'greeting',
        type: 'data.set',
        position: { x: 240, y: 0 },
        data: { assignments: [{ name: 'greeting', value: greeting }] },
      },
    ],
    edges: [{ id: 'lead-greeting', source: 'lead', target: 'greeting' }],
  };
}

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
    description: 'The flow is paused until you activate it.',
    example: {
      body: {
        name: 'Welcome new leads',
        description: 'Greets each lead that the website sends.',
        tags: ['leads'],
        ...exampleGraph('Hello {{triggerData.name}}'),
      },
    },
    data: (result) => result.createFlow,
    status: 201,
    maxBody: maxFlowBody,
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
      'Fields that are not sent stay as they are. Each sent field replaces the stored one; `settings` is merged by key. If the flow is not at `expectedVersion`, the request fails with 409 `VERSION_CONFLICT`.',
    fails: ['VERSION_CONFLICT', 'FLOW_INVALID'],
    example: { body: { isActive: true, tags: ['leads', 'website'] } },
    data: (result) => result.updateFlow,
    maxBody: maxFlowBody,
  }),
  'DELETE /flows/:flowId': route({
    operation: DeleteFlowDocument,
    summary: 'Delete a flow',
    description: 'The executions of the flow stay.',
    data: (result) => result.deleteFlow,
  }),
  'GET /flows/:flowId/validate': route({
    operation: ValidateFlowDocument,
    summary: 'Validate a flow',
    description: 'Returns the validation rules that the flow breaks, and the predicted cost of an execution.',
    data: (result) => result.workspace.flow?.validation,
  }),
  'POST /flows/validate': route({
    operation: ValidateFlowContentDocument,
    summary: 'Validate unsaved content of a flow',
    description:
      'Returns the validation rules that the content breaks, and the predicted cost of an execution. Nothing is saved.',
    example: { body: exampleGraph('Hello {{triggerData.name}}') },
    data: (result) => result.workspace.validateFlowContent,
    maxBody: maxFlowBody,
  }),
  'POST /flows/:flowId/regenerate-token': route({
    operation: RegenerateWebhookTokenDocument,
    summary: 'Regenerate the token of a webhook or form of a flow',
    description:
      'The old token stops working immediately. `nodeId` names the trigger, a webhook or form; it defaults to the first webhook.',
    fails: ['TRIGGER_TYPE_NOT_WEBHOOK'],
    data: (result) => result.regenerateWebhookToken,
  }),
});
