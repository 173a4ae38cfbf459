import { ReceiveCallbackDocument } from '../../../../../rest/generated/operations.js';
import { responseOf } from '../../../../../rest/page-response.js';
import { type Route, rootRoutes, route } from '../../../../../rest/route.js';

function callbackRoute(method: 'GET' | 'POST'): Route {
  return route({
    operation: ReceiveCallbackDocument,
    summary: method === 'POST' ? 'Receive a callback for a waiting step' : 'Receive a callback without a body',
    description:
      method === 'POST'
        ? 'The address is that of a step of `wait.callback`: the flow reads it as `execution.callbacks.<ID of the node>`. It continues the step once, also if it is called before the step begins to wait; then the answer is 410. The body, a JSON value, the fields of a form or a text of at most 1 MiB, is in the output of the step. No API key is needed.'
        : 'For browsers, and all that do not accept `application/json`, a page with a button that sends POST: mail programs open links to check them, which continues nothing. With `Accept: application/json` the same as POST without a body.',
    rawBody: true,
    variables: ({ params, rawQuery, headers, raw }) => ({
      token: params.token,
      request: { method, query: rawQuery, headers, body: raw.text, base64: raw.base64 },
    }),
    fails: ['INVALID_TOKEN', 'GONE', 'MISDIRECTED_REQUEST'],
    example: {
      params: { token: 'WyIw…' },
      ...(method === 'POST' ? { body: { status: 'paid' } } : { headers: { accept: 'application/json' } }),
    },
    response: ({ receiveCallback: { page } }) => responseOf(page),
    data: ({ receiveCallback: { received } }) => ({ received }),
  });
}

export const addressRoutes = rootRoutes({
  'POST /callbacks/:token': callbackRoute('POST'),
  'GET /callbacks/:token': callbackRoute('GET'),
});
