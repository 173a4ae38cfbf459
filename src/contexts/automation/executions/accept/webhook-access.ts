import { includesAddress, webhookMethods } from '../../../../nodes/index.js';
import { AppError } from '../../../../platform/errors/errors.js';
import type { WebhookRequest } from '../../../../rest/webhook-request.js';
import type { WebhookFlow } from '../../flows/index.js';

/** The fields of the trigger that say who may call a webhook, and how. */
interface AccessConfig {
  methods?: readonly string[] | null;
  allowedIps?: readonly string[] | null;
  allowedOrigins?: readonly string[] | null;
}

/** Headers that pages of other origins may read, besides those that browsers always show. */
const exposedHeaders = 'x-request-id, retry-after, location';
/** Seconds for which browsers keep the answer to a preflight. */
const preflightSeconds = 600;

/** @param ip the address of the caller; absent for the server itself. @throws AppError FORBIDDEN */
export function requireAddress(flow: WebhookFlow, ip: string | undefined): void {
  const { allowedIps } = configOf(flow);
  if (!allowedIps || ip === undefined || includesAddress(allowedIps, ip)) return;
  throw new AppError('FORBIDDEN', `Calls from the address ${ip} are not allowed. Add it to allowedIps of the trigger.`);
}

/** @throws AppError METHOD_NOT_ALLOWED */
export function requireMethod(flow: WebhookFlow, method: string): void {
  const allowed = methodsOf(flow);
  if (allowed.includes(method)) return;
  const message = `${method} is not allowed by this webhook. Allowed methods: ${allowed.join(', ')}.`;
  throw new AppError('METHOD_NOT_ALLOWED', message).with({ allow: [...allowed, 'OPTIONS'].join(', ') });
}

/** The CORS headers of every answer to a page whose origin the trigger allows; none for others. */
export function corsHeaders(flow: WebhookFlow, request: WebhookRequest | null): Record<string, string> {
  const origin = request?.header('origin');
  const { allowedOrigins } = configOf(flow);
  if (!origin || !allowedOrigins) return {};
  const isOpen = allowedOrigins.includes('*');
  if (!isOpen && !allowedOrigins.includes(origin)) return {};
  return {
    'access-control-allow-origin': isOpen ? '*' : origin,
    'access-control-expose-headers': exposedHeaders,
    ...(!isOpen && { vary: 'Origin' }),
  };
}

/** The further headers of the answer to a preflight. @param cors those of every answer; none if the origin is not allowed */
export function preflightHeaders(
  flow: WebhookFlow,
  request: WebhookRequest,
  cors: Readonly<Record<string, string>>,
): Record<string, string> {
  const methods = methodsOf(flow).join(', ');
  const headers = { ...cors, allow: `${methods}, OPTIONS` };
  if (Object.keys(cors).length === 0) return headers;
  const asked = request.header('access-control-request-headers');
  return {
    ...headers,
    'access-control-allow-methods': methods,
    ...(asked && { 'access-control-allow-headers': asked }),
    'access-control-max-age': String(preflightSeconds),
  };
}

function methodsOf(flow: WebhookFlow): readonly string[] {
  const { methods } = configOf(flow);
  return methods ? webhookMethods.filter((method) => methods.includes(method)) : ['POST'];
}

function configOf({ trigger }: WebhookFlow): AccessConfig {
  return trigger.config as AccessConfig;
}
