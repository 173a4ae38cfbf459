import { STATUS_CODES } from 'node:http';
import { apiErrors, type ErrorCode } from '../../platform/errors/error-catalogue.js';
import { headersOf } from './answer-headers.js';
import { type JsonSchema, referenceTo } from './schema-book.js';

export type ErrorStatus = (typeof apiErrors)[ErrorCode]['status'];

/** The reason of each status. */
const reasons: Readonly<Record<ErrorStatus, string>> = {
  400: 'The request is not valid; `details` lists all violations.',
  401: 'The credential is missing, invalid, expired or revoked.',
  402: 'The wallet does not have enough credits.',
  403: 'The caller does not have the required capability or role; the message names it.',
  404: 'The record does not exist, or the caller has no access to its workspace.',
  405: 'The path does not support this method; see `Allow`.',
  408: 'The body did not arrive in time.',
  409: 'The request conflicts with the current state, for example another version or a name that already exists.',
  410: 'What the request names is over: the event log no longer continues from the cursor, or an address was used already.',
  412: 'The record no longer has the `ETag` that `If-Match` names; `ETag` is the current one.',
  413: 'The body is larger than the limit.',
  415: 'The content type or content encoding of the body is not supported.',
  416: 'The file has no bytes in the range of `Range`.',
  421: 'This host does not serve the path: with `WEBHOOK_ORIGIN`, webhooks, callbacks and forms have a host of their own.',
  422: 'Fields of a form are not valid; `details` lists them.',
  429: 'Too many requests; see `Retry-After`.',
  500: 'An internal error. The server logs it with the request ID.',
  503: 'The database is unavailable, concurrent requests change the same data, or the server is stopping; see `Retry-After`.',
};

/** `components.schemas` of failures: one for each status, which lists its codes, and one for any. */
export function errorSchemas(): Record<string, JsonSchema> {
  const byStatus = statuses().map((status): [string, JsonSchema] => [
    schemaNameOf(status),
    failureWith(codesOf(status)),
  ]);
  return {
    ErrorDetail: errorDetail,
    Failure: failureWith(allCodes),
    ...Object.fromEntries(byStatus),
    Problem: problem,
  };
}

/** `components.responses`: one for each status, and one for any. */
export function errorResponses(): Record<string, object> {
  const byName = statuses().map((status) => [nameOf(status), response(status)]);
  const any = { description: 'Any other error.', headers: headersOf({ status: 599, kind: null }) };
  return { ...Object.fromEntries(byName), Failure: { ...any, content: contentOf('Failure') } };
}

/**
 * References to the responses of some statuses, in order, and a default for all others.
 * @param codes those of the operation itself, which its response of their status names
 */
export function errorsByStatus(some: readonly ErrorStatus[], codes: readonly ErrorCode[]): Record<string, object> {
  const named = statuses()
    .filter((status) => some.includes(status) || codes.some((code) => apiErrors[code].status === status))
    .map((status) => {
      const own = codes.filter((code) => apiErrors[code].status === status);
      const description = own.map((code) => `\`${code}\`: ${apiErrors[code].meaning}`).join(' ');
      const $ref = `#/components/responses/${nameOf(status)}`;
      return [String(status), own.length > 0 ? { $ref, description } : { $ref }];
    });
  return { ...Object.fromEntries(named), default: { $ref: '#/components/responses/Failure' } };
}

/** A status that no operation of the document has: of subscriptions. */
const elsewhere: readonly ErrorStatus[] = [410];

/** Every status of a failed operation, in order. */
function statuses(): ErrorStatus[] {
  const all = new Set(Object.values(apiErrors).map(({ status }) => status));
  return [...all].filter((status) => !elsewhere.includes(status)).sort((a, b) => a - b);
}

function response(status: ErrorStatus): object {
  const codes = codesOf(status).map((code) => `\`${code}\``);
  return {
    description: `${reasons[status]} Codes: ${codes.join(', ')}.`,
    headers: headersOf({ status, kind: null }),
    content: contentOf(schemaNameOf(status)),
  };
}

function contentOf(name: string): object {
  return {
    'application/json': { schema: { $ref: referenceTo(name) } },
    'application/problem+json': { schema: { $ref: referenceTo('Problem') } },
  };
}

const allCodes = Object.keys(apiErrors) as ErrorCode[];

function codesOf(status: ErrorStatus): ErrorCode[] {
  return allCodes.filter((code) => apiErrors[code].status === status);
}

/** `NotFound` */
function nameOf(status: ErrorStatus): string {
  return (STATUS_CODES[status] ?? '').replace(/\W/g, '');
}

function schemaNameOf(status: ErrorStatus): string {
  return `${nameOf(status)}Failure`;
}

const errorDetail: JsonSchema = {
  type: 'object',
  description: 'One violation.',
  properties: {
    field: { type: 'string', description: 'The path of a field in the body, or the name of a parameter.' },
    rule: { type: 'string', description: 'The code of the rule that is violated.' },
    message: { type: 'string', description: 'What is wrong, and what is accepted.' },
  },
  required: ['message'],
  additionalProperties: true,
};

const message = { type: 'string', description: 'What is wrong, and what is accepted.' };
const details = { type: 'array', description: 'All violations.', items: { $ref: referenceTo('ErrorDetail') } };
const requestId = { type: 'string', description: 'The ID of the request, which is also in its log lines.' };

function failureWith(codes: readonly ErrorCode[]): JsonSchema {
  const code = { type: 'string', enum: codes, description: 'The error code.' };
  return {
    type: 'object',
    description: 'The response of a failed request.',
    properties: {
      success: { const: false, description: 'Always false.' },
      error: {
        type: 'object',
        description: 'The error.',
        properties: { code, message, details, requestId },
        required: ['code', 'message', 'requestId'],
      },
    },
    required: ['success', 'error'],
  };
}

const problem: JsonSchema = {
  type: 'object',
  description:
    'The same error as RFC 9457 problem details, for clients that list `application/problem+json` in `Accept`.',
  properties: {
    type: { type: 'string', description: 'Always `about:blank`.' },
    title: { type: 'string', description: 'The phrase of the status.' },
    status: { type: 'integer', description: 'The HTTP status.' },
    detail: message,
    code: { type: 'string', enum: allCodes, description: 'The error code.' },
    details,
    requestId,
  },
  required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
};
