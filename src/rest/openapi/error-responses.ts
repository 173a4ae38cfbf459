import { STATUS_CODES } from 'node:http';
import { apiErrors, type ErrorCode } from '../../platform/error-catalogue.js';
import { type JsonSchema, referenceTo } from './schema-book.js';

type ErrorStatus = (typeof apiErrors)[ErrorCode]['status'];

const retryAfter = {
  'Retry-After': { description: 'Seconds until another try makes sense', schema: { type: 'integer' } },
};

/** When each status is given, for a reader. */
const reasons: Readonly<Record<ErrorStatus, string>> = {
  400: 'The request breaks a rule; `details` lists every one.',
  401: 'No credential, or one that is bad, expired or revoked.',
  402: 'The wallet has not enough credits.',
  403: 'The caller may not do this; the message names what is missing.',
  404: 'It does not exist, or the caller does not belong to its workspace.',
  405: 'This address knows other methods; see `Allow`.',
  409: 'It is against the present state: another version, a name that is taken, a paused flow.',
  413: 'The body is over its limit.',
  415: 'The body has a content encoding that is not read here.',
  429: 'Too many requests; see `Retry-After`.',
  500: 'A fault of the server. The request id finds it in the log.',
  503: 'The database is away, others change the same data, or the server is stopping; see `Retry-After`.',
};

export const errorSchemas: Readonly<Record<string, JsonSchema>> = {
  ErrorDetail: {
    type: 'object',
    description: 'One broken rule',
    properties: {
      field: { type: 'string', description: 'Where, as a path into the body or a parameter' },
      rule: { type: 'string' },
      message: { type: 'string' },
    },
    required: ['message'],
    additionalProperties: true,
  },
  Failure: {
    type: 'object',
    properties: {
      success: { const: false },
      error: {
        type: 'object',
        properties: {
          code: { type: 'string', enum: Object.keys(apiErrors) },
          message: { type: 'string', description: 'What was wrong and what would be right' },
          details: { type: 'array', items: { $ref: referenceTo('ErrorDetail') } },
          requestId: { type: 'string' },
        },
        required: ['code', 'message', 'requestId'],
      },
    },
    required: ['success', 'error'],
  },
  Problem: {
    type: 'object',
    description: 'The same failure by RFC 9457, for clients that name it in `Accept`',
    properties: {
      type: { type: 'string' },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string' },
      code: { type: 'string', enum: Object.keys(apiErrors) },
      details: { type: 'array', items: { $ref: referenceTo('ErrorDetail') } },
      requestId: { type: 'string' },
    },
    required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
  },
};

const content = {
  'application/json': { schema: { $ref: referenceTo('Failure') } },
  'application/problem+json': { schema: { $ref: referenceTo('Problem') } },
};

/** `components.responses`: one for each status of the status table. */
export function errorResponses(): Record<string, object> {
  const byName = statuses().map((status) => [nameOf(status), response(status)]);
  return { ...Object.fromEntries(byName), Failure: { description: 'Any other failure', content } };
}

/** References to the responses of some statuses, by status, in order; any other failure looks the same. */
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
    ...((status === 429 || status === 503) && { headers: retryAfter }),
    content,
  };
}

function nameOf(status: ErrorStatus): string {
  return (STATUS_CODES[status] ?? '').replace(/\W/g, '');
}
