import { AppError, type ErrorCode, toAppError } from '../../../platform/errors/errors.js';
import { type GraphContext, isUuid } from '../../../platform/graphql/context.js';
import { type AuditedMutation, recordAccountAudit } from './record-account-audit.js';
import { redactChange } from './redact-change.js';
import type { AuditEvent } from './write-audit.js';
import { actorOf, inputFieldNames, writeEntry } from './write-entry.js';

type Args = Readonly<Record<string, unknown>>;

/** Errors that are recorded: the caller lacked permission. */
const refusals: ReadonlySet<ErrorCode> = new Set(['FORBIDDEN', 'SESSION_REQUIRED', 'LAST_OWNER']);

/**
 * Runs a mutation and records its actor, target, change and outcome before the response is sent: in the log of its
 * workspace, or as an action of an account (login, register). Only mutations whose rule says why are not recorded, and
 * those of callers who do not belong to the workspace.
 */
export async function recordAudit<T>(
  { name: action, rule }: AuditedMutation,
  args: Args,
  context: GraphContext,
  run: () => Promise<T>,
): Promise<T> {
  if (rule?.unaudited) return run();
  const { workspaceId } = args;
  if (typeof workspaceId !== 'string') return recordAccountAudit({ name: action, rule }, args, context, run);
  const { principal } = context.caller;
  if (!principal || !isUuid(workspaceId)) return run();
  context.takeChanges(workspaceId);
  const event = { workspaceId: workspaceId.toLowerCase(), action, fields: inputFieldNames(args.input) };
  return record(context, event, run, (result) => {
    const targetId = targetOf(args, result);
    return { targetId, ...redactChange(context.takeChanges(workspaceId), targetId) };
  });
}

/** Runs a read that is recorded, see `Audited`. Later parts of a response were recorded with the first one. */
export function recordRead<T>(
  action: string,
  { workspaceId, id }: { workspaceId?: unknown; id?: unknown },
  context: GraphContext,
  run: () => Promise<T>,
): Promise<T> {
  if (context.audit.isContinued || typeof workspaceId !== 'string' || !context.caller.principal) return run();
  const targetId = typeof id === 'string' && isUuid(id) && id !== workspaceId ? id : null;
  return record(context, { workspaceId, action, targetId }, run, () => ({}));
}

/** @param describe what the entry says about the result; null if it was refused */
async function record<T>(
  context: GraphContext,
  event: AuditEvent,
  run: () => Promise<T>,
  describe: (result: T | null) => Partial<AuditEvent>,
): Promise<T> {
  const write = (outcome: Partial<AuditEvent>) =>
    writeEntry(context, actorOf(context), { ...event, ...outcome } as AuditEvent);
  let result: T;
  try {
    result = await run();
  } catch (error) {
    const code = toAppError(error)?.code;
    if (code && refusals.has(code) && (await isMember(context, event.workspaceId))) {
      await write({ ...describe(null), before: null, after: null, outcome: 'refused', code });
    }
    throw error;
  }
  await write(describe(result));
  return result;
}

/** Callers who are not members must not write to a workspace's log. */
async function isMember(context: GraphContext, workspaceId: string): Promise<boolean> {
  const { principal } = context.caller;
  return principal !== null && (await context.findAccess(principal, workspaceId).catch(noAccess)) !== null;
}

/** A credential that ended meanwhile gives no access. */
function noAccess(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}

function targetOf(args: Args, result: unknown): string | null {
  const [, named] = Object.entries(args).find(([name]) => /Id$/.test(name) && name !== 'workspaceId') ?? [];
  const id = named ?? (result as { id?: unknown } | null)?.id;
  return typeof id === 'string' && isUuid(id) ? id : null;
}
