import {
  DiscardFlowDraftDocument,
  GetFlowDraftDocument,
  PublishFlowDocument,
  SaveFlowDraftDocument,
} from '../../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../../rest/route.js';
import { exampleGraph, maxFlowBody } from '../flow.routes.js';

export const draftRoutes = workspaceRoutes({
  'GET /flows/:flowId/draft': route({
    operation: GetFlowDraftDocument,
    summary: 'Get the draft of a flow',
    description: 'Returns 404 if the flow has no draft.',
    data: (result) => result.workspace.flow?.draft,
  }),
  'PUT /flows/:flowId/draft': route({
    operation: SaveFlowDraftDocument,
    summary: 'Save the draft of a flow',
    description:
      'The draft may break validation rules; `validation` lists them. Nothing that runs changes until you publish it. Send the `revision` that you read: if another user saved the draft meanwhile, the request fails with 409 `CONFLICT`.',
    fails: ['CONFLICT'],
    example: { body: exampleGraph('Good morning {{triggerData.name}}') },
    data: (result) => result.saveFlowDraft,
    maxBody: maxFlowBody,
  }),
  'DELETE /flows/:flowId/draft': route({
    operation: DiscardFlowDraftDocument,
    summary: 'Discard the draft of a flow',
    data: (result) => result.discardFlowDraft,
  }),
  'POST /flows/:flowId/publish': route({
    operation: PublishFlowDocument,
    summary: 'Publish the draft of a flow',
    description:
      'The draft becomes the next version, and is deleted. A draft that breaks validation rules is refused with 400 `FLOW_INVALID`. If the flow was published since the draft was begun, the request fails with 409 `CONFLICT` unless it sends the current version as `expectedVersion`.',
    fails: ['VERSION_CONFLICT', 'CONFLICT', 'FLOW_INVALID'],
    example: { body: { message: 'Greets by the time of day.' } },
    data: (result) => result.publishFlow,
  }),
});
