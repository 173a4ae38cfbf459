import { ReceiveCallStatusDocument } from '../../../../rest/generated/operations.js';
import { rootRoutes, route } from '../../../../rest/route.js';

export const routes = rootRoutes({
  'POST /voice/status': route({
    operation: ReceiveCallStatusDocument,
    summary: 'Receive a call status from Twilio',
    description:
      'Twilio gets this URL with each call; `token` identifies the call. The request must be signed with `X-Twilio-Signature`.',
    credential: 'webhookToken',
    rawBody: true,
    variables: ({ query, headers, raw }) => ({
      token: query.token ?? '',
      request: { headers, body: raw.text, base64: raw.base64 },
    }),
    fails: ['INVALID_TOKEN'],
    example: {
      query: { token: 's7t3…' },
      form: {
        AccountSid: 'AC0123456789abcdef0123456789abcdef',
        CallDuration: '95',
        CallSid: 'CA1024',
        CallStatus: 'completed',
      },
    },
    data: (result) => result.receiveCallStatus,
  }),
});
