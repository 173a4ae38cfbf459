import { STATUS_CODES } from 'node:http';
import { apiErrors, type ErrorCode } from '../../platform/errors/error-catalogue.js';
import { type JsonSchema, referenceTo } from './schema-book.js';

type ErrorStatus = (typeof apiErrors)[ErrorCode]['status'];

const limits = {
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimit-Policy' },
};

const tag = { ETag: { $ref: '#/components/headers/ETag' } };

const retryAfter = {
  'Retry-After': { description: 'The number of seconds to wait before a retry.', schema: { type: 'integer' } },
};

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
  410: 'The event log no longer continues from the cursor.',
  412: 'The record no longer has the `ETag` that `If-Match` names; `ETag` is the current one.',
  413: 'The body is larger than the limit.',
  415: 'The content type or content encoding of the body is not supported.',
  429: 'Too many requests; see `Retry-After`.',
  500: 'An internal error. The server logs it with the request ID.',
  503: 'The database is unavailable, concurrent requests change the same data, or the server is stopping; see `Retry-After`.',
};

export const errorSchemas: Readonly<Record<string, JsonSchema>> = {
  ErrorDetail: {
    type: 'object',
    description: 'One violation.',
    properties: {
      field: { type: 'string', description: 'The path of a field in the body, or the name of a parameter.' },
      rule: { type: 'string', description: 'The code of the rule that is violated.' },
      message: { type: 'string', description: 'What is wrong, and what is accepted.' },
    },
    required: ['message'],
    additionalProperties: true,
  },
  Failure: {
    type: 'object',
    description: 'The response of a failed request.',
    properties: {
      success: { const: false },
      error: {
        type: 'object',
        properties: {
          code: { type: 'string', enum: Object.keys(apiErrors), description: 'The error code.' },
          message: { type: 'string', description: 'What is wrong, and what is accepted.' },
          details: {
            type: 'array',
            description: 'All violations.',
            items: { $ref: referenceTo('ErrorDetail') },
          },
          requestId: { type: 'string', description: 'The ID of the request, which is also in its log lines.' },
        },
        required: ['code', 'message', 'requestId'],
      },
    },
    required: ['success', 'error'],
  },
  Problem: {
    type: 'object',
    description:
      'The same error as RFC 9457 problem details, for clients that list `application/problem+json` in `Accept`.',
    properties: {
      type: { type: 'string', description: 'Always `about:blank`.' },
      title: { type: 'string', description: 'The phrase of the status.' },
      status: { type: 'integer', description: 'The HTTP status.' },
      detail: { type: 'string', description: 'What is wrong, and what is accepted.' },
      code: { type: 'string', enum: Object.keys(apiErrors), description: 'The error code.' },
      details: {
        type: 'array',
        description: 'All violations.',
        items: { $ref: referenceTo('ErrorDetail') },
      },
      requestId: { type: 'string', description: 'The ID of the request, which is also in its log lines.' },
    },
    required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
  },
};

const content = {
  'application/json': { schema: { $ref: referenceTo('Failure') } },
  'application/problem+json': { schema: { $ref: referenceTo('Problem') } },
};

/** `components.responses`: one for each status. */
export function errorResponses(): Record<string, object> {
  const byName = statuses().map((status) => [nameOf(status), response(status)]);
  return { ...Object.fromEntries(byName), Failure: { description: 'Any other error.', content } };
}

/** References to the responses of some statuses, in order, and a default for all others. */
export function errorsByStatus(some: readonly ErrorStatus[]): Record<string, object> {
  const named = statuses()
    .filter((status) => some.includes(status))
    .map((status) => [String(status), { $ref: `#/components/responses/${nameOf(status)}` }]);
  return { ...Object.fromEntries(named), default: { $ref: '#/components/responses/Failure' } };
}

function statuses(): ErrorStatus[] {
  return [...new Set(Object.values(apiErrors).map(({ status }) => status))].sort((a, b) => a - b);
}

function response(status: ErrorStatus): object {
  const codes = Object.entries(apiErrors).flatMap(([code, of]) => (of.status === status ? [`\`${code}\``] : []));
  return {
    description: `${reasons[status]} Codes: ${codes.join(', ')}.`,
    ...((status === 429 || status === 503) && { headers: { ...retryAfter, ...(status === 429 && limits) } }),
    ...(status === 412 && { headers: tag }),
    content,
  };
}

function nameOf(status: ErrorStatus): string {
  return (STATUS_CODES[status] ?? '').replace(/\W/g, '');
}
