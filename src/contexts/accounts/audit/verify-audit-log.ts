import { createHash } from 'node:crypto';
import type { Sql } from '../../../platform/database/sql.js';
import { typed } from '../../../platform/database/typed-sql.js';
import { auditChains } from './audit-entry.entity.js';

/** The end of a chain at some time, kept where the database cannot change it. */
export interface AuditCheckpoint {
  workspaceId: string;
  position: number;
  /** In hexadecimal. */
  hash: string;
}

/** Something that cannot happen by the statements of the server. */
export interface AuditProblem {
  workspaceId: string;
  /** The first entry that it concerns. */
  position: number;
  message: string;
}

export interface Verification {
  entries: number;
  chains: number;
  /** The first hundred. */
  problems: AuditProblem[];
  /** All of them. */
  problemCount: number;
}

const pageSize = 1_000;
const mostProblems = 100;

// The contents of an entry in the order of `audit_content` in the migrations. Hashed here and not by that function: who
// changes entries could change the function, too. As text, because each column is compared as Postgres writes it.
const readSql = `/* verify_audit_log */
select a.workspace_id::text as "workspaceId", a.position::float8 as position, a.hash,
  array[a.workspace_id::text, a.position::text, a.id::text, a.actor_kind, a.user_id::text, a.key_id::text, a.actor, a.action,
    a.target_id::text, a.fields::text, a.details::text, a.before::text, a.after::text, a.outcome, a.code, a.ip,
    a.request_id, to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')] as contents
from audit_log a where (a.workspace_id, a.position) > ($1::uuid, $2::bigint) and ($3::uuid is null or a.workspace_id = $3)
order by a.workspace_id, a.position limit ${pageSize}`;

interface StoredEntry {
  workspaceId: string;
  position: number;
  hash: Buffer;
  contents: (string | null)[];
}

/** The state of a walk along a chain. */
interface Walk {
  position: number;
  hash: Buffer;
}

/**
 * Walks along every chain, or one, and reports entries that were changed, moved, deleted or added without the server.
 * Entries that are written meanwhile are no problem. Memory does not grow with the log.
 * @param checkpoints ends of chains that were kept elsewhere: what was rewritten since then differs from them
 */
export async function verifyAuditLog(
  sql: Sql,
  {
    workspaceId = null,
    checkpoints = [],
  }: { workspaceId?: string | null; checkpoints?: readonly AuditCheckpoint[] } = {},
): Promise<Verification> {
  // Read first: an entry that is added later is behind these ends.
  const ends = await readCheckpoints(sql, workspaceId);
  const kept = checkpoints.filter((one) => workspaceId === null || one.workspaceId === workspaceId);
  const found: Verification = { entries: 0, chains: 0, problems: [], problemCount: 0 };
  const report = (problem: AuditProblem) => {
    found.problemCount++;
    if (found.problems.length < mostProblems) found.problems.push(problem);
  };
  const due = expectedHashes(ends, kept);
  let chain = '';
  let walk: Walk = { position: 0, hash: Buffer.alloc(0) };
  for await (const entry of readEntries(sql, workspaceId)) {
    if (entry.workspaceId !== chain) {
      chain = entry.workspaceId;
      walk = { position: 0, hash: Buffer.alloc(0) };
      found.chains++;
      if (!ends.some((end) => end.workspaceId === chain) && !(await hasEnd(sql, chain))) {
        report({ workspaceId: chain, position: 1, message: 'the end of the chain is not recorded in audit_chains' });
      }
    }
    checkEntry(entry, walk, report);
    checkExpected(entry, due, report);
    walk = { position: entry.position, hash: entry.hash };
    found.entries++;
  }
  for (const [, { workspaceId: lost, position, from }] of due) {
    const message = `entry ${position} is missing, although ${from} has it: the end of the log was deleted`;
    report({ workspaceId: lost, position, message });
  }
  return found;
}

/** The ends of all chains, or of one. */
export async function readCheckpoints(sql: Sql, workspaceId: string | null = null): Promise<AuditCheckpoint[]> {
  const ends = await typed(sql, 'read_audit_checkpoints', auditChains)
    .selectFrom('audit_chains')
    .select(['workspaceId', 'position', 'hash'])
    .$if(workspaceId !== null, (all) => all.where('workspaceId', '=', workspaceId))
    .orderBy('workspaceId')
    .execute();
  return ends.map((end) => ({ ...end, position: Number(end.position), hash: Buffer.from(end.hash).toString('hex') }));
}

async function* readEntries(sql: Sql, workspaceId: string | null): AsyncGenerator<StoredEntry> {
  let after: [string, number] = ['00000000-0000-0000-0000-000000000000', 0];
  for (;;) {
    const { rows } = await sql.query<StoredEntry>(readSql, [...after, workspaceId]);
    yield* rows;
    const last = rows.at(-1);
    if (rows.length < pageSize || !last) return;
    after = [last.workspaceId, last.position];
  }
}

function checkEntry(entry: StoredEntry, former: Walk, report: (problem: AuditProblem) => void): void {
  const { workspaceId, position, contents, hash } = entry;
  const first = former.position + 1;
  if (position !== first) {
    // What this entry follows is not known, so that its hash cannot be checked.
    const missing =
      position - first === 1 ? `entry ${first} is missing` : `entries ${first} to ${position - 1} are missing`;
    report({ workspaceId, position: first, message: missing });
    return;
  }
  if (hashOf(former.hash, contents).equals(hash)) return;
  report({ workspaceId, position, message: `entry ${position} (${contents[2]}) was changed or moved` });
}

/** Netstrings, as in `audit_content`. */
function hashOf(former: Buffer, contents: readonly (string | null)[]): Buffer {
  const texts = contents.map((text) => (text === null ? '-' : `${Buffer.byteLength(text)}:${text}`));
  return createHash('sha256').update(former).update(texts.join(',')).digest();
}

interface Expected extends AuditCheckpoint {
  from: string;
}

/** What the walk must meet, by chain, position and source. */
function expectedHashes(ends: readonly AuditCheckpoint[], kept: readonly AuditCheckpoint[]): Map<string, Expected> {
  const all = [
    ...ends.map((end) => ({ ...end, from: 'the end of the chain in audit_chains' })),
    ...kept.map((end) => ({ ...end, from: 'the checkpoint' })),
  ];
  return new Map(all.filter(({ position }) => position > 0).map((one) => [keyOf(one, one.from), one]));
}

function keyOf({ workspaceId, position }: Pick<AuditCheckpoint, 'workspaceId' | 'position'>, from: string): string {
  return `${workspaceId} ${position} ${from}`;
}

function checkExpected(
  { workspaceId, position, hash }: StoredEntry,
  due: Map<string, Expected>,
  report: (problem: AuditProblem) => void,
): void {
  for (const from of ['the end of the chain in audit_chains', 'the checkpoint']) {
    const key = keyOf({ workspaceId, position }, from);
    const expected = due.get(key);
    if (!expected) continue;
    due.delete(key);
    if (expected.hash.toLowerCase() === hash.toString('hex')) continue;
    report({ workspaceId, position, message: `entry ${position} differs from ${from}: the log was rewritten` });
  }
}

/** A chain that began after the ends were read has one by now. */
async function hasEnd(sql: Sql, workspaceId: string): Promise<boolean> {
  return (await readCheckpoints(sql, workspaceId)).length > 0;
}
