import type { Principal } from '../../access/principal.js';
import { AppError } from '../../errors/errors.js';
import { addressKey } from '../../rate-limit/address-key.js';
import { type QuotaState, quotaHeaders, rateLimited } from '../../rate-limit/quota-state.js';
import type { AddressLimit } from '../../rate-limit/rate-limits.js';
import type { Services } from '../../services.js';
import type { Caller } from '../authorize.js';

/** An operation to count, with its sender and the headers of its response. */
export interface CountedOperation {
  readonly services: Pick<Services, 'limits'>;
  readonly request: { ip?: string | undefined };
  readonly cookies: { sink?: { setHeader?(name: string, value: string): void } };
  readonly caller: Caller;
  /** Why the caller's credential is not valid; null if it is. */
  readonly violation: AppError | null;
}

/**
 * Counts one request of a caller in a workspace, or outside workspaces (null), and reports the caller's quota to the
 * transport.
 * @throws AppError RATE_LIMITED
 */
export function countRequest(context: CountedOperation, principal: Principal, workspaceId: string | null): void {
  const limit = context.services.limits.general;
  if (limit) report(context, limit.take(callerKey(principal, workspaceId)), generalMessage(limit.limit, workspaceId));
}

/** Refuses a caller whose quota is known to be used up, before anything is looked up. @throws AppError RATE_LIMITED */
export function refuseIfOver(context: CountedOperation, principal: Principal, workspaceId: string): void {
  const limit = context.services.limits.general;
  const refusal = limit?.refusal(callerKey(principal, workspaceId));
  if (limit && refusal) report(context, refusal, generalMessage(limit.limit, workspaceId));
}

/**
 * Counts operations of callers without a valid credential, by the sender's address. Operations of other callers are
 * counted when they run, or by {@link countDocument}, and refused here once that count is used up.
 * @throws AppError RATE_LIMITED
 */
export function countOperations(context: CountedOperation, operations = 1): void {
  const { ip } = context.request;
  const limit = context.services.limits.general;
  if (context.violation === null) refuseDocuments(context);
  else if (limit && ip !== undefined)
    report(context, limit.take(addressOf(ip), operations), addressMessage(limit.limit));
}

/** Refuses what {@link countOperations} would refuse, before the request is read. @throws AppError RATE_LIMITED */
export function refuseOperations(context: CountedOperation): void {
  const { ip } = context.request;
  const limit = context.services.limits.general;
  if (context.violation === null) refuseDocuments(context);
  const refusal = context.violation && ip !== undefined ? limit?.refusal(addressOf(ip)) : null;
  if (limit && refusal) report(context, refusal, addressMessage(limit.limit));
}

/** Refuses a caller with a credential whose documents have used up their count. @throws AppError RATE_LIMITED */
export function refuseDocuments(context: CountedOperation): void {
  const limit = context.services.limits.general;
  const refusal = limit?.refusal(documentsKey(context));
  if (limit && refusal) report(context, refusal, documentsMessage(limit.limit));
}

/**
 * Counts the work of reading and checking a document, for a caller with a credential: such work precedes the checks of
 * the operation, which count it otherwise.
 * @throws AppError RATE_LIMITED
 */
export function countDocument(context: CountedOperation & { readonly counted: boolean }, requests: number): void {
  const limit = context.services.limits.general;
  if (!limit || !context.counted || requests === 0 || context.violation) return;
  const state = limit.take(documentsKey(context), requests);
  if (!state.allowed) report(context, state, documentsMessage(limit.limit));
}

function addressOf(ip: string): string {
  return `address:${addressKey(ip)}`;
}

function addressMessage(limit: number): string {
  return `More than ${limit} operations a minute without a credential from this address`;
}

function documentsKey({ caller: { principal } }: CountedOperation): string {
  return principal ? callerKey(principal, 'documents') : '';
}

function documentsMessage(limit: number): string {
  return `More than ${limit} refused or long operations a minute by this caller`;
}

/**
 * Counts one request by its sender's address. The server's own operations have none and are not counted.
 * @throws AppError RATE_LIMITED, UNAVAILABLE while the database is unavailable
 */
export async function countAddress(context: CountedOperation, name: AddressLimit): Promise<void> {
  const { ip } = context.request;
  if (ip === undefined) return;
  const limit = context.services.limits.byAddress[name];
  const message = `More than ${limit.limit} ${addressMessages[name]} a minute from this address`;
  report(context, await limit.take(addressKey(ip)), message);
}

/** Runs an operation that a secret token authorizes; an unknown token is counted by its sender's address. */
export async function countBadTokens<T>(context: CountedOperation, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof AppError && error.code === 'INVALID_TOKEN') await countAddress(context, 'badTokens');
    throw error;
  }
}

const addressMessages: Readonly<Record<AddressLimit, string>> = {
  credentials: 'attempts to register, log in or accept an invitation',
  creditRates: 'requests for the credit rates',
  badTokens: 'calls with a token or a signature that is not valid',
  forms: 'forms',
  accountLinks: 'requests to reset a password or to verify an email',
};

function report({ cookies }: CountedOperation, quotaState: QuotaState, message: string): void {
  for (const [name, value] of quotaHeaders(quotaState)) cookies.sink?.setHeader?.(name, value);
  if (!quotaState.allowed) throw rateLimited(message, quotaState);
}

function generalMessage(limit: number, workspaceId: string | null): string {
  return `More than ${limit} requests a minute by this caller ${workspaceId ? 'in this workspace' : 'outside workspaces'}`;
}

function callerKey(principal: Principal, workspaceId: string | null): string {
  return `${callerName(principal)}:${workspaceId?.toLowerCase() ?? ''}`;
}

/** The name by which requests, WebSockets and subscriptions of a caller are counted. */
export function callerName(principal: Principal): string {
  return principal.kind === 'user' ? `user:${principal.userId}` : `key:${principal.keyId}`;
}
