import { GetEmailSubscriptionDocument, UnsubscribeDocument } from '../../../../rest/generated/operations.js';
import { rootRoutes, route } from '../../../../rest/route.js';

/** The body that mail programs send (RFC 8058), as a form of either kind. */
const oneClick = /List-Unsubscribe(=|"\s+)One-Click/i;

export const routes = rootRoutes({
  'GET /email-subscription': route({
    operation: GetEmailSubscriptionDocument,
    summary: 'Get an email subscription by token',
    description: 'Changes nothing. The token comes from the link in a marketing email; no API key is needed.',
    fails: ['INVALID_TOKEN', 'NOT_FOUND'],
    example: { query: { token: 'u4k8…' } },
    data: (result) => result.emailSubscription,
  }),
  'POST /unsubscribe': route({
    operation: UnsubscribeDocument,
    summary: 'Unsubscribe an address by token',
    description:
      'The URL of `List-Unsubscribe` in marketing emails (RFC 8058); no API key is needed. Any body is accepted; `List-Unsubscribe=One-Click` says that a mail program sent it for its user. A GET of the URL shows a page and changes nothing.',
    credential: 'webhookToken',
    rawBody: true,
    maxBody: 16_384,
    variables: ({ query, raw }) => ({ token: query.token ?? '', oneClick: oneClick.test(raw.text) }),
    fails: ['INVALID_TOKEN', 'NOT_FOUND'],
    example: { query: { token: 'u4k8…' }, form: { 'List-Unsubscribe': 'One-Click' } },
    data: (result) => result.unsubscribe,
  }),
});
