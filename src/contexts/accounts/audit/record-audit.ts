import type pg from 'pg';
import { groupCommit } from '../../../platform/database/group-commit.js';
import { storableJson } from '../../../platform/database/storable-json.js';
import { defineService } from '../../../platform/define-service.js';
import { type ErrorCode, toAppError } from '../../../platform/errors/errors.js';
import { type GraphContext, isUuid } from '../../../platform/graphql/context.js';
import { newId } from '../../../platform/new-id.js';

/** An entry of the audit log before it is stored. */
export interface NewAuditEntry {
  id: string;
  workspaceId: string;
  actorKind: 'user' | 'apiKey' | 'link';
  /** Null for a link. */
  userId: string | null;
  keyId: string | null;
  /** For a link: the person that it was created for. */
  actor: string | null;
  action: string;
  targetId: string | null;
  fields: string[];
  /** Metadata, without values that users entered. */
  details: Readonly<Record<string, unknown>> | null;
  outcome: 'done' | 'refused';
  code: ErrorCode | null;
  ip: string | null;
  requestId: string;
  createdAt: string;
}

export type AuditWriter = (entry: NewAuditEntry) => Promise<void>;

/** Writes entries of the audit log. */
export const auditWriter = defineService('audit writer', ({ db }) => createAuditWriter(db.pool));

const insertSql = `/* record_audit */
insert into audit_log (id, workspace_id, actor_kind, user_id, key_id, actor, action, target_id, fields, details, outcome,
  code, ip, request_id, created_at)
select "id", "workspaceId", "actorKind", "userId", "keyId", "actor", "action", "targetId",
  array(select json_array_elements_text("fields")), "details", "outcome", "code", "ip", "requestId", "createdAt"
from json_to_recordset($1::json) as a(
  "id" uuid, "workspaceId" uuid, "actorKind" text, "userId" uuid, "keyId" uuid, "actor" text, "action" text,
  "targetId" uuid, "fields" json, "details" json, "outcome" text, "code" text, "ip" text, "requestId" text, "createdAt" timestamptz)
where exists (select from workspaces w where w.id = "workspaceId")`;

/** The entries of concurrent requests share a statement and a commit. */
function createAuditWriter(pool: pg.Pool): AuditWriter {
  return groupCommit(async (entries: NewAuditEntry[]) => {
    await pool.query({ name: 'record_audit', text: insertSql, values: [storableJson(entries)] });
    return entries.map(() => undefined);
  });
}

/** Errors that are recorded: the caller lacked permission. */
const refusals: ReadonlySet<ErrorCode> = new Set(['FORBIDDEN', 'SESSION_REQUIRED', 'LAST_OWNER']);

/**
 * Runs a mutation and records its actor, target and outcome before the response is sent. Mutations outside workspaces
 * (register, login) and those of callers who are not members are not recorded: they belong to no workspace's log.
 */
export async function recordAudit<T>(
  action: string,
  args: Readonly<Record<string, unknown>>,
  context: GraphContext,
  run: () => Promise<T>,
): Promise<T> {
  const { principal } = context.caller;
  const workspaceId = args.workspaceId;
  if (!principal || typeof workspaceId !== 'string' || !isUuid(workspaceId)) return run();
  const write = (outcome: NewAuditEntry['outcome'], code: ErrorCode | null, targetId: string | null) =>
    context.services.get(auditWriter)({
      id: newId(),
      workspaceId,
      actorKind: principal.kind,
      userId: principal.userId,
      keyId: principal.kind === 'apiKey' ? principal.keyId : null,
      actor: null,
      details: null,
      action,
      targetId,
      fields: inputFieldNames(args.input),
      outcome,
      code,
      ip: context.request.ip ?? null,
      requestId: context.request.id,
      createdAt: context.services.now().toISOString(),
    });
  try {
    const result = await run();
    await write('done', null, targetOf(args, result));
    return result;
  } catch (error) {
    const code = toAppError(error)?.code;
    const isRecorded = code && refusals.has(code) && (await isMember(context, workspaceId));
    if (isRecorded) await write('refused', code, targetOf(args, null));
    throw error;
  }
}

/** Callers who are not members must not write to a workspace's log. */
async function isMember(context: GraphContext, workspaceId: string): Promise<boolean> {
  const { principal } = context.caller;
  return principal !== null && (await context.findAccess(principal, workspaceId)) !== null;
}

function targetOf(args: Readonly<Record<string, unknown>>, result: unknown): string | null {
  const [, named] = Object.entries(args).find(([name]) => /Id$/.test(name) && name !== 'workspaceId') ?? [];
  const id = named ?? (result as { id?: unknown } | null)?.id;
  return typeof id === 'string' && isUuid(id) ? id : null;
}

/** The names of the fields that were sent, sorted. */
export function inputFieldNames(input: unknown): string[] {
  if (typeof input !== 'object' || input === null) return [];
  return Object.entries(input)
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name)
    .sort();
}
