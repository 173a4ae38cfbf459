import {
  CreateWebhookDocument,
  RedeliverWebhookDeliveryDocument,
  RotateWebhookSecretDocument,
  TestWebhookDocument,
} from '../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../rest/route.js';

export const routes = workspaceRoutes({
  'POST /webhooks': route({
    operation: CreateWebhookDocument,
    summary: 'Create a webhook',
    description:
      'The events of the workspace are sent to its URL, signed by the rules of Standard Webhooks with the `secret` of this answer, which is returned only once.',
    example: {
      body: {
        url: 'https://hooks.example.com/automation',
        events: ['contact.created', 'custom.order_paid'],
        description: 'Events for the shop.',
      },
    },
    data: (result) => result.createWebhook,
    status: 201,
  }),
  'POST /webhooks/:webhookId/rotate-secret': route({
    operation: RotateWebhookSecretDocument,
    summary: 'Rotate the secret of a webhook',
    description: 'For 24 hours requests are signed with the former secret too. The new one is returned only once.',
    data: (result) => result.rotateWebhookSecret,
  }),
  'POST /webhooks/:webhookId/test': route({
    operation: TestWebhookDocument,
    summary: 'Test a webhook',
    description:
      'Sends it an event of the type `webhook.test`, once and whatever it subscribes to. The delivery shows the response.',
    fails: ['CONFLICT'],
    data: (result) => result.testWebhook,
    status: 202,
  }),
  'POST /webhooks/:webhookId/deliveries/:deliveryId/redeliver': route({
    operation: RedeliverWebhookDeliveryDocument,
    summary: 'Redeliver an event to a webhook',
    description:
      'Sends the same body with the same `webhook-id`, as a new delivery. One that is still pending is sent now instead.',
    fails: ['CONFLICT'],
    data: (result) => result.redeliverWebhookDelivery,
    status: 202,
  }),
});
