import { RunWebhookDocument } from '../../../../rest/generated/operations.js';
import { type Route, rootRoutes, route } from '../../../../rest/route.js';
import type { RouteKey } from '../../../../rest/route-key.js';
import { isFileBody } from '../../../../rest/webhook-request.js';
import { bytesInOneRequest } from '../../files/index.js';
import { webhookBodyAtMost } from './webhook-call.js';

/** What a form has besides its files. */
const formBytes = 64 * 1024;

type Method = RouteKey['method'];

const suffix = 'orders/created';

/** The trigger decides which methods it accepts: all of them run the same operation. */
function webhookRoute(method: Method, hasSuffix: boolean): Route {
  const how = method === 'POST' ? '' : ` with ${method}`;
  const where = hasSuffix ? ' and path' : '';
  return route({
    operation: RunWebhookDocument,
    summary: `Run a flow by webhook${where}${how}`,
    description: `${hasSuffix ? 'The flow reads the rest of the path as `request.path`. ' : ''}${descriptionOf(method)}`,
    credential: 'webhookToken',
    rawBody: true,
    ...(hasSuffix && { tail: true }),
    variables: ({ params, query, rawQuery, headers, raw }) => ({
      token: query.token ?? '',
      request: {
        method,
        path: hasSuffix ? params.suffix : '',
        query: rawQuery,
        headers,
        body: raw.text,
        base64: raw.base64,
      },
      idempotencyKey: headers['idempotency-key'],
    }),
    fails: [
      'INVALID_TOKEN',
      'GONE',
      'FORBIDDEN',
      'NOT_FOUND',
      'METHOD_NOT_ALLOWED',
      'MISDIRECTED_REQUEST',
      'FLOW_INVALID',
      'FLOW_PAUSED',
      'QUOTA_EXCEEDED',
    ],
    example: {
      ...(hasSuffix && { params: { suffix } }),
      query: { token: 'w2f4…' },
      ...(['POST', 'PUT', 'PATCH'].includes(method) && { body: { name: 'Ana' } }),
    },
    response: ({ runWebhook }) => runWebhook.response ?? null,
    neverNull: ['executionId'],
    data: ({ runWebhook: { executionId, skipped, status, output, error } }) => ({
      executionId,
      ...(skipped && { skipped }),
      ...(status && { status, output, ...(error && { error }) }),
    }),
    status: {
      oneOf: [200, 202],
      choose: ({ runWebhook }) => (runWebhook.status || runWebhook.skipped ? 200 : 202),
      data: { 202: ({ runWebhook: { executionId } }) => ({ executionId }) },
    },
    maxBody: webhookBodyAtMost,
    arriving: { is: isFileBody, maxBody: bytesInOneRequest + formBytes },
  });
}

function descriptionOf(method: Method): string {
  if (method !== 'POST') {
    return `The trigger must list ${method} in \`methods\`; otherwise the response is 405 with \`Allow\`. The response is that of POST.`;
  }
  return [
    'The body becomes `triggerData` in the flow: a JSON value, the fields of a form, or a text. A form with files (`multipart/form-data`) and a file (images, audio, video, PDF, archives, office documents, `application/octet-stream`) have at most 50 MiB; their files are stored while they arrive and belong to the execution. Of other types, the flow reads it as `request.rawBody`.',
    'No API key is needed. With `responseMode: "result"` the response is 200 with `status`, `output` and `error` once the execution has ended, or 202 after 25 seconds; a flow with the node `webhook.respond` defines the status, headers and body of the response itself. 200 with `skipped: true` means that nothing was started, because `settings.control` of the flow has `overlap: "skip"` and the execution `executionId` was running.',
  ].join(' ');
}

export const webhookRoutes = rootRoutes({
  'POST /flows/run': webhookRoute('POST', false),
  'GET /flows/run': webhookRoute('GET', false),
  'PUT /flows/run': webhookRoute('PUT', false),
  'PATCH /flows/run': webhookRoute('PATCH', false),
  'DELETE /flows/run': webhookRoute('DELETE', false),
  'HEAD /flows/run': webhookRoute('HEAD', false),
  'OPTIONS /flows/run': webhookRoute('OPTIONS', false),
  'POST /flows/run/:suffix': webhookRoute('POST', true),
  'GET /flows/run/:suffix': webhookRoute('GET', true),
  'PUT /flows/run/:suffix': webhookRoute('PUT', true),
  'PATCH /flows/run/:suffix': webhookRoute('PATCH', true),
  'DELETE /flows/run/:suffix': webhookRoute('DELETE', true),
  'HEAD /flows/run/:suffix': webhookRoute('HEAD', true),
  'OPTIONS /flows/run/:suffix': webhookRoute('OPTIONS', true),
});
