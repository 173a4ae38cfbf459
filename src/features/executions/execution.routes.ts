import {
  CancelExecutionDocument,
  GetExecutionDocument,
  ListExecutionsDocument,
  ListFlowExecutionsDocument,
  RunWebhookDocument,
  TriggerFlowDocument,
} from '../../rest/generated/operations.js';
import { rootRoutes, route, workspaceRoutes } from '../../rest/route.js';

const webhookBodyAtMost = 5 * 1024 * 1024;

export const routes = {
  ...workspaceRoutes({
    'GET /flows/executions': route({
      operation: ListExecutionsDocument,
      summary: 'Executions of the workspace, newest first',
      data: (result) => result.workspace.executions,
    }),
    'GET /flows/:flowId/executions': route({
      operation: ListFlowExecutionsDocument,
      summary: "A flow's executions, newest first",
      data: (result) => result.workspace.flow.executions,
    }),
    'GET /flows/executions/:executionId': route({
      operation: GetExecutionDocument,
      summary: 'An execution with its steps',
      data: (result) => result.workspace.execution,
    }),
    'POST /flows/executions/:executionId/cancel': route({
      operation: CancelExecutionDocument,
      summary: 'End a running execution at once',
      data: (result) => result.cancelExecution,
    }),
    'POST /flows/:flowId/trigger': route({
      operation: TriggerFlowDocument,
      summary: 'Start a run by hand',
      description: 'Answers at once; the run goes on in the background. Works on paused flows too.',
      data: (result) => result.triggerFlow,
      status: 202,
    }),
  }),
  ...rootRoutes({
    'POST /flows/run': route({
      operation: RunWebhookDocument,
      summary: 'Start the flow that the webhook token belongs to',
      description: 'The JSON body is `triggerData` in the flow. No API key is used.',
      credential: 'webhookToken',
      variables: ({ query, body }) => ({ token: query.token ?? '', payload: body }),
      data: (result) => result.runWebhook,
      status: 202,
      maxBody: webhookBodyAtMost,
    }),
  }),
};
