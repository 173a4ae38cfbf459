import type { Principal } from '../../../platform/access/principal.js';
import type { GraphContext } from '../../../platform/graphql/context.js';
import { type AuditActor, type AuditEvent, auditEntry, auditWriter } from './write-audit.js';

/** Writes an entry about something that happens in a request. */
export function writeEntry(context: GraphContext, actor: AuditActor, event: AuditEvent): Promise<void> {
  const { services, request } = context;
  return services.get(auditWriter)(auditEntry(actor, event, request, services.now()));
}

/** The caller as an actor. Callers without a credential are anonymous. */
export function actorOf({ caller: { principal } }: GraphContext): AuditActor {
  return principal ? actorOfPrincipal(principal) : { actorKind: 'anonymous', userId: null, keyId: null, actor: null };
}

export function actorOfPrincipal(principal: Principal): AuditActor {
  const keyId = principal.kind === 'apiKey' ? principal.keyId : null;
  return { actorKind: principal.kind, userId: principal.userId, keyId, actor: null };
}

/** The names of the fields that were sent, sorted. */
export function inputFieldNames(input: unknown): string[] {
  if (typeof input !== 'object' || input === null) return [];
  return Object.entries(input)
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name)
    .sort();
}
