import type { Access } from '../access/principal.js';
import type { Caller } from './authorize.js';

type Check = Promise<Access | null>;

/** Checks of access by caller and workspace. */
interface Checks {
  byCaller: Map<string, Check>;
  /** Milliseconds, as `performance.now()`. */
  begun: number;
}

/** The checks of events, and of reads: by the event, or by what stands for a read. */
const checksOf = new WeakMap<object, Checks>();

/** Milliseconds for which events share the checks of their read: a slow subscriber may take them later. */
const sharedMs = 1_000;

/**
 * The access of a caller for an event: a thousand subscriptions of one caller share one check. Failures are not kept.
 * @param of the event, or a read whose events share its checks
 */
export function accessOnce(of: object, caller: Caller, workspaceId: string, find: () => Check): Check {
  const { byCaller } = current(of);
  const key = `${callerKey(caller)} ${workspaceId}`;
  const known = byCaller.get(key);
  if (known) return known;
  const access = find();
  byCaller.set(key, access);
  access.catch(() => byCaller.delete(key));
  return access;
}

/** Lets an event use the checks that began after its read had found it. */
export function shareChecks(event: object, read: object): void {
  checksOf.set(event, current(read));
}

function current(of: object): Checks {
  const known = checksOf.get(of);
  if (known && performance.now() - known.begun < sharedMs) return known;
  const checks = { byCaller: new Map<string, Check>(), begun: performance.now() };
  checksOf.set(of, checks);
  return checks;
}

/** The key of a caller. Two tokens of one session have two keys, because one expires before the other. */
export function callerKey({ principal }: Caller): string {
  if (!principal) return '';
  if (principal.kind === 'apiKey') return principal.keyId;
  const end = principal.expiresAt?.getTime();
  return principal.sessionId === null
    ? `${principal.userId} ${principal.issuedAt.getTime()} ${end}`
    : `${principal.sessionId} ${principal.sessionVersion} ${end}`;
}
