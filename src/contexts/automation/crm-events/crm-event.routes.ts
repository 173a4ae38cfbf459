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
    description: 'Answers with the flow, whose trigger node and settings now say so, as a new version.',
    data: (result) => result.subscribeFlow,
  }),
  'DELETE /crm-events/flows/:flowId/subscribe': route({
    operation: UnsubscribeFlowDocument,
    summary: 'Unsubscribe a flow',
    data: (result) => result.unsubscribeFlow,
  }),
});
