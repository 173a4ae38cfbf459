import type { Principal } from '../../access/principal.js';
import { AppError } from '../../errors/errors.js';
import { addressKey } from '../../rate-limit/address-key.js';
import { type QuotaState, quotaHeaders, rateLimited } from '../../rate-limit/quota-state.js';
import type { AddressLimit } from '../../rate-limit/rate-limits.js';
import type { Services } from '../../services.js';

/** An operation to count, with its sender and the headers of its response. */
export interface CountedOperation {
  readonly services: Pick<Services, 'limits'>;
  readonly request: { ip?: string | undefined };
  readonly cookies: { sink?: { setHeader?(name: string, value: string): void } };
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
 * Counts operations of callers without a valid credential, by the sender's address.
 * @throws AppError RATE_LIMITED
 */
export function countStranger(context: CountedOperation, operations = 1): void {
  const { ip } = context.request;
  const limit = context.services.limits.general;
  if (!limit || ip === undefined || context.violation === null) return;
  const message = `More than ${limit.limit} operations a minute without a credential from this address`;
  report(context, limit.take(`address:${addressKey(ip)}`, operations), message);
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
};

function report({ cookies }: CountedOperation, quotaState: QuotaState, message: string): void {
  for (const [name, value] of quotaHeaders(quotaState)) cookies.sink?.setHeader?.(name, value);
  if (!quotaState.allowed) throw rateLimited(message, quotaState);
}

function generalMessage(limit: number, workspaceId: string | null): string {
  return `More than ${limit} requests a minute by this caller ${workspaceId ? 'in this workspace' : 'outside workspaces'}`;
}

function callerKey(principal: Principal, workspaceId: string | null): string {
  const caller = principal.kind === 'user' ? `user:${principal.userId}` : `key:${principal.keyId}`;
  return `${caller}:${workspaceId?.toLowerCase() ?? ''}`;
}
