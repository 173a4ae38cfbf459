import {
  OutboundError,
  type OutboundRequest,
  type OutboundResponse,
  RequestCookies,
  type ResponseHead,
  retryAfterMs,
} from '../../platform/outbound/index.js';
import { defineNode, type NodeContext, type Outcome } from '../define-node.js';
import { fileErrors, fileFailure } from '../file/file-failure.js';
import { sampleFile } from '../file/sample-file.js';
import type { FreePorts } from '../ports.js';
import type { Rate } from '../rate-field.js';
import { connection } from '../record-kinds.js';
import { addFiles } from './add-files.js';
import { buildRequest } from './build-request.js';
import { expectedText, isExpected, mayChange } from './expected-status.js';
import { maskCredentials } from './mask-credentials.js';
import { nameOfAnswer } from './name-of-answer.js';
import { type AnswerOutput, readAnswer } from './read-answer.js';
import { type Exchanged, type PageRequest, readPages } from './read-pages.js';
import { type RequestData, requestFields, rightsOfAuth } from './request-fields.js';
import { sensitivePaths } from './sensitive-paths.js';

export const requestNode = defineNode({
  type: 'http.request',
  title: 'HTTP request',
  category: 'http',
  capability: null,
  description: 'Sends an HTTP request, and outputs the status, headers and body of the response.',
  fields: requestFields,
  sinks: { auth: 'uses', headers: 'uses', query: 'uses', body: 'uses' },
  filled: { body: 'value', auth: 'value', rate: 'entries' },
  sourceHandles: ['out'],
  errorHandle: true,
  effects: true,
  recordedInput: maskCredentials,
  sensitive: sensitivePaths,
  hostOf: ({ url }) => (typeof url === 'string' && URL.canParse(url) ? new URL(url).host : null),
  references: { 'auth.connection': connection },
  reads: ({ bodyType, auth }) => [
    ...(bodyType === 'file' || bodyType === 'multipart' ? (['files:read'] as const) : []),
    ...rightsOfAuth(auth),
  ],
  rateOf,
  sample: { status: 200, headers: { 'content-type': 'application/json' }, body: {} },
  sampleOf: ({ responseType }) =>
    responseType === 'file'
      ? { status: 200, headers: { 'content-type': 'text/plain' }, body: sampleFile('file.txt', 'text/plain') }
      : undefined,
  example: {
    method: 'POST',
    url: 'https://api.example.com/orders',
    body: { customer: '{{triggerData.customer}}' },
    auth: { type: 'bearer', token: '{{boveda.api_key}}' },
  },
  output:
    '`status`, `headers` and `body` of the response: JSON as its value, text as text, anything else in base64 with `encoding`; with `responseType: file` the file. With `pagination`, `body` is the list of the entries of all pages, `pages` their number, and `more` says whether there are more than `maxPages`.',
  errors: [
    ...fileErrors,
    'CONNECTION_MISSING',
    'CONNECTION_RECONNECT',
    'HTTP_PAGES',
    'HTTP_STATUS',
    'OUTBOUND_BLOCKED',
    'OUTBOUND_FAILED',
    'OUTBOUND_REDIRECTS',
    'OUTBOUND_TIMEOUT',
    'OUTBOUND_TOO_LARGE',
    'RATE_WAIT',
    'SECRET_HOST_NOT_ALLOWED',
  ],
  exampleRun: {
    triggerData: { customer: 'Ana' },
    answer: { status: 201, headers: { 'content-type': 'application/json' }, body: { orderId: 'A-1001' } },
  },
  run: sendRequest,
});

/** By the host of the request, unless the author names something else. */
function rateOf({ rate, url }: RequestData): Rate | null {
  return rate ? { ...rate, key: rate.key ?? new URL(url).host } : null;
}

async function sendRequest(context: NodeContext<RequestData, FreePorts>): Promise<Outcome> {
  const { data, recorded: shown } = context;
  const cookies = new RequestCookies();
  const send = (request: PageRequest, page: number) => exchange(context, cookies, request, page);
  if (data.pagination) return readPages(data.pagination, { data, shown }, send);
  const answer = await send({ data, shown }, 0);
  return 'failed' in answer ? answer.failed : { kind: 'done', output: answer.output };
}

/** Sends one request. Each page has an idempotency key of its own. */
async function exchange(
  context: NodeContext<RequestData, FreePorts>,
  cookies: RequestCookies,
  { data, shown }: PageRequest,
  page: number,
): Promise<Exchanged> {
  const { signal, idempotencyKey } = context;
  const request = buildRequest(data, shown, page === 0 ? idempotencyKey : `${idempotencyKey}:${page}`);
  if (!request) return { failed: badBody(data) };
  const rate = page === 0 ? null : rateOf(data);
  const refused = rate && (await context.takeSlot(rate, signal));
  if (refused) return { failed: refused };
  const host = new URL(request.url).host;
  try {
    await addFiles(request, data, context.ports.files);
    const answer = await context.fetch(request.url, { ...asIs(request, data), ...receiving(context), signal, cookies });
    const { status, headers, url, body } = answer;
    context.log('info', `${data.method} ${host} returned the status ${status}.`);
    const output = await outputOf(answer, context);
    if (isExpected(status, data.expectStatus)) return { output, url, bytes: body.length };
    const message = `${host} returned the status ${status}, not ${expectedText(data.expectStatus)}. Set expectStatus to accept others.`;
    const retryable = mayChange(status);
    const pause = retryable ? retryAfterMs(headers['retry-after'], context.now) : null;
    const error = { code: 'HTTP_STATUS', message } as const;
    return { failed: { kind: 'failed', error, retryable, output, ...(pause !== null && { retryAfterMs: pause }) } };
  } catch (error) {
    return { failed: networkFailure(error, data) };
  }
}

/** A compressed response would have to be whole to be read. */
function asIs(request: OutboundRequest, { responseType }: RequestData): OutboundRequest {
  if (responseType !== 'file') return request;
  return { ...request, headers: { 'accept-encoding': 'identity', ...request.headers } };
}

/** Stores an expected response while it arrives, as a file of the execution. */
function receiving({ data, ports }: NodeContext<RequestData, FreePorts>): Pick<OutboundRequest, 'receive'> {
  if (data.responseType !== 'file') return {};
  const maxBytes = ports.files.bytesAtMost;
  return {
    receive: (head) => (isExpected(head.status, data.expectStatus) ? { maxBytes, take: save(head, ports) } : null),
  };
}

const save =
  (head: ResponseHead, { files }: FreePorts) =>
  (bytes: AsyncIterable<Uint8Array> | Uint8Array) =>
    files.save({ name: nameOfAnswer(head), mimeType: head.headers['content-type'] ?? '', kept: false, bytes });

/** The output of the node; a file belongs to the execution. What is not expected is shown as it is. */
async function outputOf(
  answer: OutboundResponse,
  { data, parseJson, ports }: NodeContext<RequestData, FreePorts>,
): Promise<AnswerOutput> {
  const { status, headers, received } = answer;
  const { responseType = 'auto' } = data;
  if (responseType !== 'file') return readAnswer(answer, parseJson, responseType);
  if (!isExpected(status, data.expectStatus)) return readAnswer(answer, parseJson);
  // Compressed ones come whole.
  return { status, headers, body: received ?? (await save(answer, ports)(answer.body)) };
}

// Other errors, such as an abort, are handled by the caller.
function networkFailure(error: unknown, { timeout }: RequestData): Outcome {
  if (!(error instanceof OutboundError)) return fileFailure(error);
  const ownTimeout = error.code === 'OUTBOUND_TIMEOUT' && timeout !== undefined;
  const code = ownTimeout ? 'STEP_TIMEOUT' : error.code;
  return { kind: 'failed', error: { code, message: error.message }, retryable: error.retryable };
}

const acceptedBodies: Readonly<Record<string, string>> = {
  form: 'an object or text',
  base64: 'text in base64 that does not depend on a secret',
  file: 'a file: the value {"$file": {"id": …}}',
  multipart: 'an object whose values are texts, files, or lists of them',
  json: 'valid JSON',
};

function badBody({ bodyType = 'json' }: RequestData): Outcome {
  const message = `body must be ${acceptedBodies[bodyType]}, because bodyType is \`${bodyType}\`.`;
  return { kind: 'failed', error: { code: 'FIELD_INVALID', message }, retryable: false };
}
