import type { Principal } from '../../access/principal.js';
import { AppError } from '../../errors.js';
import { addressKey } from '../../rate-limit/address-key.js';
import { type QuotaState, quotaHeaders, rateLimited } from '../../rate-limit/quota-state.js';
import type { AddressLimit } from '../../rate-limit/rate-limits.js';
import type { Services } from '../../services.js';

/** What is counted: an operation with its sender and its answer's headers. */
export interface CountedOperation {
  readonly services: Pick<Services, 'limits'>;
  readonly request: { ip?: string | undefined };
  readonly cookies: { sink?: { setHeader?(name: string, value: string): void } };
  /** Why the caller counts as nobody; null for one whose credential is good. */
  readonly violation: AppError | null;
}

/**
 * Counts one request of a caller in a workspace, or outside of any (null), and tells the transport where the caller stands.
 * @throws AppError RATE_LIMITED
 */
export function countRequest(context: CountedOperation, principal: Principal, workspaceId: string | null): void {
  const limit = context.services.limits.general;
  if (limit) report(context, limit.take(callerKey(principal, workspaceId)), generalMessage(limit.limit, workspaceId));
}

/** Refuses a caller who is known to be over the limit, before anything is looked up. @throws AppError RATE_LIMITED */
export function refuseIfOver(context: CountedOperation, principal: Principal, workspaceId: string): void {
  const limit = context.services.limits.general;
  const refusal = limit?.refusal(callerKey(principal, workspaceId));
  if (limit && refusal) report(context, refusal, generalMessage(limit.limit, workspaceId));
}

/**
 * Counts operations of a caller without a good credential by the sender's address.
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
 * Counts one request by its sender's address. What the server does by itself has none and is not counted.
 * @throws AppError RATE_LIMITED, UNAVAILABLE while the database is away
 */
export async function countAddress(context: CountedOperation, name: AddressLimit): Promise<void> {
  const { ip } = context.request;
  if (ip === undefined) return;
  const limit = context.services.limits.byAddress[name];
  const message = `More than ${limit.limit} ${addressMessages[name]} a minute from this address`;
  report(context, await limit.take(addressKey(ip)), message);
}

/** Does what a secret token opens; one that names nothing counts against its sender's address. */
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
  badTokens: 'calls with a token or a signature that is not right',
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
