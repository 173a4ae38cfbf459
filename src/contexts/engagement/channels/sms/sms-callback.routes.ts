import { ReceiveSmsDocument, ReceiveSmsStatusDocument } from '../../../../rest/generated/operations.js';
import { type RestRequest, rootRoutes, route } from '../../../../rest/route.js';

/** Twilio reads the response as instructions: an empty one means no reply. */
const emptyResponse = '<?xml version="1.0" encoding="UTF-8"?><Response/>';
const requestOf = ({ headers, raw }: RestRequest) => ({ headers, body: raw.text, base64: raw.base64 });

export const routes = rootRoutes({
  'POST /messages/twilio/status': route({
    operation: ReceiveSmsStatusDocument,
    summary: 'Receive an SMS delivery status from Twilio',
    description:
      'Twilio gets this URL with each message; `token` identifies the message. The request must be signed with `X-Twilio-Signature`.',
    credential: 'webhookToken',
    rawBody: true,
    variables: (request) => ({ token: request.query.token ?? '', request: requestOf(request) }),
    fails: ['INVALID_TOKEN'],
    example: {
      query: { token: 's7t3…' },
      form: { AccountSid: 'AC0123456789abcdef0123456789abcdef', MessageSid: 'SM1024', MessageStatus: 'delivered' },
    },
    data: () => emptyResponse,
    plain: 'text/xml',
  }),
  'POST /messages/twilio': route({
    operation: ReceiveSmsDocument,
    summary: 'Receive an inbound SMS from Twilio',
    description:
      'Set this URL as "A message comes in" of your Twilio number. The request must be signed with `X-Twilio-Signature`.',
    rawBody: true,
    variables: (request) => ({ request: requestOf(request) }),
    fails: ['INVALID_TOKEN'],
    example: {
      form: {
        AccountSid: 'AC0123456789abcdef0123456789abcdef',
        Body: 'Hello',
        From: '+34600000009',
        MessageSid: 'SM1024',
        To: '+15550100',
      },
    },
    data: () => emptyResponse,
    plain: 'text/xml',
  }),
});
