import { keyAddresses } from '../contexts/accounts/api-keys/index.js';
import { resolveCaller } from '../contexts/accounts/auth/index.js';
import { findAccess } from '../contexts/accounts/members/index.js';
import type { AnswerSink } from '../platform/answers/answer-sink.js';
import type { Caller } from '../platform/graphql/authorize.js';
import { type FindAccess, GraphContext, type RequestMetadata } from '../platform/graphql/context.js';
import { accessOnce } from '../platform/graphql/event-access.js';
import type { Services } from '../platform/services.js';

type Cookies = ConstructorParameters<typeof GraphContext>[4];

/** The context of one request, with the caller that its credential identifies. The operation reports an invalid credential. */
export async function requestContext(
  services: Services,
  authorization: string | undefined,
  metadata: RequestMetadata,
  cookies?: Cookies,
  sink?: AnswerSink,
): Promise<GraphContext> {
  const caller = await identify(services, authorization, metadata);
  const find: FindAccess = async (principal, workspaceId) => {
    const known = caller.principal === principal ? caller.access : undefined;
    return known?.workspaceId === workspaceId.toLowerCase() ? known : findAccess(services, principal, workspaceId);
  };
  return new GraphContext(services, caller, metadata, find, cookies, undefined, true, sink);
}

async function identify(
  services: Services,
  authorization: string | undefined,
  metadata: RequestMetadata,
): Promise<Caller> {
  const caller = await resolveCaller(authorization, services);
  if (caller.principal?.kind === 'apiKey') await services.get(keyAddresses)(caller.principal, metadata);
  return caller;
}

/** The context of a long-lived connection: the rights of its caller are read again for each operation and event. */
export async function connectionContext(
  services: Services,
  authorization: string | undefined,
  metadata: RequestMetadata,
): Promise<GraphContext> {
  const caller = await identify(services, authorization, metadata);
  const find: FindAccess = (principal, workspaceId) => findAccess(services, principal, workspaceId);
  return new GraphContext(services, caller, metadata, find, {}, undefined, true);
}

/** A new context for one event of a subscription, so that rights are read again. */
export function eventContext(connection: GraphContext, event: object, signal?: AbortSignal): GraphContext {
  const { services, caller, request } = connection;
  const find: FindAccess = (principal, workspaceId) =>
    accessOnce(event, caller, workspaceId, () => findAccess(services, principal, workspaceId));
  return new GraphContext(services, caller, request, find, {}, signal);
}
