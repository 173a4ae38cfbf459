import {
  ListCrmEventTypesDocument,
  SubscribeFlowDocument,
  UnsubscribeFlowDocument,
} from '../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../rest/route.js';

export const routes = workspaceRoutes({
  'GET /crm-events/types': route({
    operation: ListCrmEventTypesDocument,
    summary: 'The events that flows can be subscribed to',
    data: (result) => result.workspace.crmEventTypes,
  }),
  'POST /crm-events/flows/:flowId/subscribe': route({
    operation: SubscribeFlowDocument,
    summary: 'Makes an event start the flow, in place of whatever started it before',
    description: 'Answers with the flow, whose trigger node and settings now say so, as a new version.',
    data: (result) => result.subscribeFlow,
  }),
  'DELETE /crm-events/flows/:flowId/subscribe': route({
    operation: UnsubscribeFlowDocument,
    summary: 'Ends the subscription: the flow is started by hand again',
    data: (result) => result.unsubscribeFlow,
  }),
});
