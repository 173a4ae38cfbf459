import { ReceiveWhatsappDocument, VerifyWhatsappWebhookDocument } from '../../../../rest/generated/operations.js';
import { rootRoutes, route } from '../../../../rest/route.js';

export const routes = rootRoutes({
  'GET /messages/whatsapp': route({
    operation: VerifyWhatsappWebhookDocument,
    summary: 'Verify the WhatsApp webhook',
    description: 'Returns `hub.challenge` if `hub.verify_token` is the configured verify token.',
    variables: ({ query }) => ({
      mode: query['hub.mode'] ?? '',
      verifyToken: query['hub.verify_token'] ?? '',
      challenge: query['hub.challenge'] ?? '',
    }),
    fails: ['INVALID_TOKEN'],
    example: {
      query: { 'hub.mode': 'subscribe', 'hub.verify_token': 'wa-verify-token', 'hub.challenge': '1158201444' },
    },
    data: (result) => result.verifyWhatsappWebhook,
    plain: 'text/plain',
  }),
  'POST /messages/whatsapp': route({
    operation: ReceiveWhatsappDocument,
    summary: 'Receive WhatsApp messages and delivery statuses',
    description:
      'Set this URL as the callback URL of your Meta app and subscribe to `messages`. The request must be signed with `X-Hub-Signature-256`.',
    rawBody: true,
    variables: ({ headers, raw }) => ({ request: { headers, body: raw.text, base64: raw.base64 } }),
    fails: ['INVALID_TOKEN'],
    example: {
      body: {
        object: 'whatsapp_business_account',
        entry: [
          {
            id: '1024',
            changes: [
              {
                field: 'messages',
                value: {
                  messaging_product: 'whatsapp',
                  metadata: { phone_number_id: '1234' },
                  messages: [
                    {
                      id: 'wamid.1024',
                      from: '34600000008',
                      timestamp: '1893456000',
                      type: 'text',
                      text: { body: 'Hello' },
                    },
                  ],
                },
              },
            ],
          },
        ],
      },
    },
    data: (result) => result.receiveWhatsapp,
  }),
});
