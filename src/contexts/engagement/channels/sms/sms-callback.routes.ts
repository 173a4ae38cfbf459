import { ReceiveSmsDocument, ReceiveSmsStatusDocument } from '../../../../rest/generated/operations.js';
import { type RestRequest, rootRoutes, route } from '../../../../rest/route.js';

/** Twilio reads an answer as what it is to do next: nothing. */
const nothingToDo = '<?xml version="1.0" encoding="UTF-8"?><Response/>';
const requestOf = ({ headers, raw }: RestRequest) => ({ headers, body: raw.text, base64: raw.base64 });

export const routes = rootRoutes({
  'POST /messages/twilio/status': route({
    operation: ReceiveSmsStatusDocument,
    summary: 'Receive an SMS delivery status from Twilio',
    description: 'The address goes with each message; its token names the one. Signed by `X-Twilio-Signature`.',
    credential: 'webhookToken',
    rawBody: true,
    variables: (request) => ({ token: request.query.token ?? '', request: requestOf(request) }),
    data: () => nothingToDo,
    plain: 'text/xml',
  }),
  'POST /messages/twilio': route({
    operation: ReceiveSmsDocument,
    summary: 'Receive an inbound SMS from Twilio',
    description: 'For the field "A message comes in" of a number. Signed by `X-Twilio-Signature`.',
    rawBody: true,
    variables: (request) => ({ request: requestOf(request) }),
    data: () => nothingToDo,
    plain: 'text/xml',
  }),
});
