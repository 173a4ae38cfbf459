import { resolveCaller } from '../contexts/accounts/auth/index.js';
import { findAccess } from '../contexts/accounts/members/index.js';
import type { Access, Principal } from '../platform/access/principal.js';
import type { AnswerSink } from '../platform/answers/answer-sink.js';
import { type FindAccess, GraphContext, type RequestMetadata } from '../platform/graphql/context.js';
import type { Services } from '../platform/services.js';

type Cookies = ConstructorParameters<typeof GraphContext>[4];

/** The surroundings of one request: who asks, as far as the credential tells. A bad one is told by the operation. */
export async function requestContext(
  services: Services,
  authorization: string | undefined,
  metadata: RequestMetadata,
  cookies?: Cookies,
  sink?: AnswerSink,
): Promise<GraphContext> {
  const caller = await resolveCaller(authorization, services);
  const find: FindAccess = async (principal, workspaceId) => {
    const known = caller.principal === principal ? caller.access : undefined;
    return known?.workspaceId === workspaceId.toLowerCase() ? known : findAccess(services, principal, workspaceId);
  };
  return new GraphContext(services, caller, metadata, find, cookies, undefined, true, sink);
}

/** The surroundings of a connection, which lasts: what its caller may do is asked anew for each operation and event. */
export async function connectionContext(
  services: Services,
  authorization: string | undefined,
  metadata: RequestMetadata,
): Promise<GraphContext> {
  const caller = await resolveCaller(authorization, services);
  const find: FindAccess = (principal, workspaceId) => findAccess(services, principal, workspaceId);
  return new GraphContext(services, caller, metadata, find, {}, undefined, true);
}

/** What is being asked about one event, by caller and workspace: a thousand subscribers are one question. */
const askedAt = new WeakMap<object, Map<string, Promise<Access | null>>>();

/** Fresh surroundings for one event of a subscription, so that rights are looked up again. */
export function eventContext(connection: GraphContext, event: object, signal?: AbortSignal): GraphContext {
  const asked = askedAt.get(event) ?? new Map<string, Promise<Access | null>>();
  askedAt.set(event, asked);
  const findOnce = (principal: Principal, workspaceId: string) => {
    const key = `${callerKey(connection)} ${workspaceId}`;
    const known = asked.get(key);
    if (known) return known;
    const access = findAccess(connection.services, principal, workspaceId);
    asked.set(key, access);
    // A failure is no answer: who asks again, asks.
    access.catch(() => asked.delete(key));
    return access;
  };
  return new GraphContext(connection.services, connection.caller, connection.request, findOnce, {}, signal);
}

/** Two connections with one key are the same caller; those with two tokens of one session are not: one ends before the other. */
export function callerKey({ caller: { principal } }: GraphContext): string {
  if (!principal) return '';
  if (principal.kind === 'apiKey') return principal.keyId;
  const end = principal.expiresAt?.getTime();
  return principal.sessionId === null
    ? `${principal.userId} ${principal.issuedAt.getTime()} ${end}`
    : `${principal.sessionId} ${principal.sessionVersion} ${end}`;
}
