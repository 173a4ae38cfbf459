import type pg from 'pg';
import { groupCommit } from '../../../platform/database/group-commit.js';
import type { Sql } from '../../../platform/database/sql.js';
import { storableJson } from '../../../platform/database/storable-json.js';
import { defineService } from '../../../platform/define-service.js';
import type { ErrorCode } from '../../../platform/errors/errors.js';
import type { RequestMetadata } from '../../../platform/graphql/context.js';
import { newId } from '../../../platform/new-id.js';
import { columnOf } from '../../../platform/records/index.js';

/** The chain of entries that belong to no workspace: logins with unknown emails, commands of the operator. */
export const serverChain = '00000000-0000-0000-0000-000000000000';

/** `anonymous`: without a credential. `operator`: a command on the server. */
export const actorKinds = ['user', 'apiKey', 'link', 'anonymous', 'operator'] as const;
export type ActorKind = (typeof actorKinds)[number];

/** Who acted, and from where. */
export interface AuditActor {
  actorKind: ActorKind;
  /** The user, or the creator of the API key. Null for links, anonymous callers and the operator. */
  userId: string | null;
  keyId: string | null;
  /** For a link, the person that it was created for; for an anonymous caller, the email that was sent. */
  actor: string | null;
}

/** A command on the server. */
export const operator: AuditActor = { actorKind: 'operator', userId: null, keyId: null, actor: null };

/** An entry of the audit log before it is stored. */
export interface NewAuditEntry extends AuditActor {
  id: string;
  /** The chain: a workspace, or `serverChain`. */
  workspaceId: string;
  action: string;
  targetId: string | null;
  fields: string[];
  /** Metadata, without values that users entered. */
  details: Readonly<Record<string, unknown>> | null;
  /** Redacted, see `redactChange`. */
  before: Readonly<Record<string, unknown>> | null;
  after: Readonly<Record<string, unknown>> | null;
  outcome: 'done' | 'refused';
  code: ErrorCode | null;
  ip: string | null;
  requestId: string;
  createdAt: string;
}

export type AuditWriter = (entry: NewAuditEntry) => Promise<void>;

/** Writes entries of the audit log. */
export const auditWriter = defineService('audit writer', ({ db }) => createAuditWriter(db.pool));

/** The entries of concurrent requests share a statement and a commit. */
function createAuditWriter(pool: pg.Pool): AuditWriter {
  return groupCommit(async (entries: NewAuditEntry[]) => {
    await appendAudit(pool, entries);
    return entries.map(() => undefined);
  });
}

/** Adds entries to the ends of their chains, in the given order, by a function of the database. */
export async function appendAudit(sql: Sql, entries: readonly NewAuditEntry[]): Promise<void> {
  const rows = entries.map((entry) =>
    Object.fromEntries(Object.entries(entry).map(([name, value]) => [columnOf(name), value])),
  );
  const text = '/* append_audit */ select append_audit($1::json)';
  await sql.query({ name: 'append_audit', text, values: [storableJson(rows)] });
}

/** What an entry says about something that happened, with defaults for what it does not have. */
export type AuditEvent = Pick<NewAuditEntry, 'workspaceId' | 'action'> &
  Partial<Omit<NewAuditEntry, 'id' | keyof AuditActor>>;

/** A complete entry. @param request where it came from; null for a command of the operator */
export function auditEntry(
  actor: AuditActor,
  event: AuditEvent,
  request: Pick<RequestMetadata, 'id' | 'ip'> | null,
  now: Date,
): NewAuditEntry {
  return {
    targetId: null,
    fields: [],
    details: null,
    before: null,
    after: null,
    outcome: 'done',
    code: null,
    ...actor,
    ...event,
    id: newId(),
    ip: request?.ip ?? null,
    requestId: request?.id ?? 'cli',
    createdAt: now.toISOString(),
  };
}
