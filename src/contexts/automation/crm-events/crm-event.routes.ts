import {
  ListCrmEventTypesDocument,
  PublishEventDocument,
  SubscribeFlowDocument,
  UnsubscribeFlowDocument,
} from '../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../rest/route.js';

export const routes = workspaceRoutes({
  'GET /crm-events/types': route({
    operation: ListCrmEventTypesDocument,
    summary: 'List CRM event types',
    data: (result) => result.workspace.crmEventTypes,
  }),
  'POST /events': route({
    operation: PublishEventDocument,
    summary: 'Publish an event',
    description:
      'Starts the flows that subscribe to its type, continues the steps that wait for it, and is sent to webhooks. Sent again with the same `id`, it answers the same and starts nothing.',
    fails: ['CONFLICT'],
    example: { body: { type: 'custom.order_paid', data: { order: '1024', total: 40 }, key: '1024' } },
    data: (result) => result.publishEvent,
    status: 202,
  }),
  'POST /crm-events/flows/:flowId/subscribe': route({
    operation: SubscribeFlowDocument,
    summary: 'Subscribe a flow to a CRM event',
    description: 'The event replaces the previous trigger of the flow. Returns the flow in its new version.',
    example: { body: { eventType: 'contact.created' } },
    data: (result) => result.subscribeFlow,
  }),
  'DELETE /crm-events/flows/:flowId/subscribe': route({
    operation: UnsubscribeFlowDocument,
    summary: 'Unsubscribe a flow from its CRM event',
    description: 'The trigger of the flow becomes `manual`. Returns the flow.',
    data: (result) => result.unsubscribeFlow,
  }),
});
