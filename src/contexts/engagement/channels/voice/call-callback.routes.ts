import { HearCallStatusDocument } from '../../../../rest/generated/operations.js';
import { rootRoutes, route } from '../../../../rest/route.js';

export const routes = rootRoutes({
  'POST /voice/status': route({
    operation: HearCallStatusDocument,
    summary: 'Twilio tells what becomes of a call that was placed here',
    description: 'The address goes with each call; its token names the one.',
    credential: 'webhookToken',
    rawBody: true,
    variables: ({ query, headers, raw }) => ({
      token: query.token ?? '',
      request: { headers, body: raw.text, base64: raw.base64 },
    }),
    data: (result) => result.hearCallStatus,
  }),
});
