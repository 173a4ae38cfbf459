import {
  ListCrmEventTypesDocument,
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
  'POST /crm-events/flows/:flowId/subscribe': route({
    operation: SubscribeFlowDocument,
    summary: 'Subscribe a flow to a CRM event',
    description: 'The event replaces the previous trigger of the flow. Returns the flow in its new version.',
    data: (result) => result.subscribeFlow,
  }),
  'DELETE /crm-events/flows/:flowId/subscribe': route({
    operation: UnsubscribeFlowDocument,
    summary: 'Unsubscribe a flow from its CRM event',
    description: 'The trigger of the flow becomes `manual`. Returns the flow.',
    data: (result) => result.unsubscribeFlow,
  }),
});
