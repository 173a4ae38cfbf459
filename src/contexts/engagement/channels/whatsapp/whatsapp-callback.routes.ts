import { HearWhatsappDocument, WhatsappChallengeDocument } from '../../../../rest/generated/operations.js';
import { rootRoutes, route } from '../../../../rest/route.js';

export const routes = rootRoutes({
  'GET /messages/whatsapp': route({
    operation: WhatsappChallengeDocument,
    summary: "The handshake of WhatsApp's webhooks",
    variables: ({ query }) => ({
      mode: query['hub.mode'] ?? '',
      verifyToken: query['hub.verify_token'] ?? '',
      challenge: query['hub.challenge'] ?? '',
    }),
    data: (result) => result.whatsappChallenge,
    plain: 'text/plain',
  }),
  'POST /messages/whatsapp': route({
    operation: HearWhatsappDocument,
    summary: 'WhatsApp tells what became of messages, and what somebody wrote',
    description: 'For the field `messages` of the webhooks of an app. Signed by `X-Hub-Signature-256`.',
    rawBody: true,
    variables: ({ headers, raw }) => ({ request: { headers, body: raw.text, base64: raw.base64 } }),
    data: (result) => result.hearWhatsapp,
  }),
});
