import { typed } from '../../../platform/database/typed-sql.js';
import { type AppError, type ErrorCode, toAppError } from '../../../platform/errors/errors.js';
import type { DeclaredRule } from '../../../platform/graphql/allow.js';
import { type GraphContext, isUuid } from '../../../platform/graphql/context.js';
import { members } from '../entities/member.entity.js';
import { users } from '../entities/user.entity.js';
import { type AuditActor, type AuditEvent, serverChain } from './write-audit.js';
import { actorOf, inputFieldNames, writeEntry } from './write-entry.js';

/** A mutation, as the schema declares it. */
export interface AuditedMutation {
  name: string;
  rule: DeclaredRule | undefined;
}

/** The most workspaces of a user whose logs get an entry of an action of their account. */
const mostWorkspaces = 100;

const refusals: ReadonlySet<ErrorCode> = new Set([
  'FORBIDDEN',
  'SESSION_REQUIRED',
  'UNAUTHENTICATED',
  'INVALID_TOKEN',
  'TOTP_INVALID',
]);

/**
 * Runs a mutation outside workspaces and records it: a login, a change of the password, a join. The entry is in the
 * server's log and in that of each workspace of the user; in one of them only, if the use case says which
 * (`context.audit.workspaceId`) or an API key was used.
 */
export async function recordAccountAudit<T>(
  { name: action, rule }: AuditedMutation,
  args: Readonly<Record<string, unknown>>,
  context: GraphContext,
  run: () => Promise<T>,
): Promise<T> {
  delete context.audit.userId;
  delete context.audit.workspaceId;
  const event = { action, fields: inputFieldNames(args.input) };
  let result: T;
  try {
    result = await run();
  } catch (error) {
    const refusal = toAppError(error);
    // Anonymous refusals are recorded only where calls are limited by address, so that nobody can flood the log.
    const isBounded = context.caller.principal !== null || rule?.limit !== undefined;
    if (refusal && isBounded && isRefusal(refusal, context))
      await writeRefusal(context, event, args.input, refusal.code);
    throw error;
  }
  await writeDone(context, event, result);
  return result;
}

/** A wrong current password is a refusal, too, although it is reported as a violation of its field. */
function isRefusal({ code, details }: AppError, { caller }: GraphContext): boolean {
  if (code !== 'VALIDATION_FAILED') return refusals.has(code);
  // Of a user who has logged in, `password` is the current one, too.
  return caller.principal !== null && (details ?? []).some(({ field }) => /^(currentP|p)assword$/.test(field ?? ''));
}

type Event = Pick<AuditEvent, 'action'> & { fields: string[] };

async function writeDone(context: GraphContext, event: Event, result: unknown): Promise<void> {
  const { id, user, workspaceId } = (typeof result === 'object' && result !== null ? result : {}) as {
    id?: unknown;
    /** Of a workspace that was created. */
    workspaceId?: string;
    user?: { id?: unknown };
  };
  const userId = context.audit.userId ?? (typeof user?.id === 'string' ? user.id : null);
  const actor: AuditActor = userId ? { actorKind: 'user', userId, keyId: null, actor: null } : actorOf(context);
  const targetId = typeof id === 'string' && isUuid(id) ? id : null;
  const own = context.audit.workspaceId ?? workspaceId;
  const chains = own ? [own] : await chainsOf(context, await findSubject(context, { id: actor.userId }));
  await writeTo(context, chains, actor, { ...event, targetId });
}

async function writeRefusal(context: GraphContext, event: Event, input: unknown, code: ErrorCode): Promise<void> {
  const { email } = (input ?? {}) as { email?: unknown };
  const known = actorOf(context);
  const isAnonymous = known.actorKind === 'anonymous';
  const sent = isAnonymous && typeof email === 'string' ? email.trim().toLowerCase() : null;
  const subject = await findSubject(context, { id: known.userId ?? context.audit.userId ?? null, email: sent });
  const chains = context.audit.workspaceId ? [context.audit.workspaceId] : await chainsOf(context, subject);
  // Who was refused has not proved to be the user: the user is the target.
  const targetId = isAnonymous ? subject.userId : null;
  await writeTo(context, chains, { ...known, actor: sent }, { ...event, targetId, outcome: 'refused', code });
}

async function writeTo(
  context: GraphContext,
  chains: readonly string[],
  actor: AuditActor,
  event: Omit<AuditEvent, 'workspaceId'>,
): Promise<void> {
  await Promise.all(chains.map((workspaceId) => writeEntry(context, actor, { ...event, workspaceId })));
}

interface Subject {
  userId: string | null;
  workspaces: readonly string[];
}

/** The user of an action, by ID or by email. An unknown one takes the same statement, and so the same time. */
async function findSubject(
  { services }: GraphContext,
  { id, email }: { id: string | null; email?: string | null },
): Promise<Subject> {
  if (!id && !email) return { userId: null, workspaces: [] };
  const rows = await typed(services.db.pool, 'find_audit_subject', users, members)
    .selectFrom('users as u')
    .leftJoin('members as m', 'm.userId', 'u.id')
    .select(['u.id as userId', 'm.workspaceId'])
    .where((user) => user.or([user('u.id', '=', id), user('u.email', '=', email ?? null)]))
    .orderBy('m.createdAt')
    .limit(mostWorkspaces)
    .execute();
  const workspaces = rows.flatMap(({ workspaceId }) => workspaceId ?? []);
  return { userId: rows[0]?.userId ?? null, workspaces };
}

/** The chains of an action: an API key belongs to one workspace. */
async function chainsOf({ caller: { principal } }: GraphContext, { workspaces }: Subject): Promise<string[]> {
  if (principal?.kind === 'apiKey') return [principal.workspaceId];
  return [serverChain, ...workspaces];
}
