import type { Sql } from '../../../platform/database/database.js';
import { storableJson } from '../../../platform/database/storable-json.js';
import { anyOf, typed } from '../../../platform/database/typed-sql.js';
import { isUuid } from '../../../platform/graphql/context.js';
import { columnOf, type InputOf, selectList } from '../../../platform/records/index.js';
import { members } from '../../accounts/entities/member.entity.js';
import { type Contact, contactFields, contacts } from '../definitions/index.js';

/** Existing contacts by their addresses and IDs. */
export interface Matches {
  byEmail: ReadonlyMap<string, Contact>;
  byPhone: ReadonlyMap<string, Contact>;
  byId: ReadonlyMap<string, Contact>;
}

type ContactInput = InputOf<typeof contactFields>;

// In bulk, and with all fields of the record, so the statements of contacts are not typed.

/** The contacts that the rows match, locked until the transaction ends; in a fixed order, to prevent deadlocks. */
export async function matchingContacts(
  sql: Sql,
  workspaceId: string,
  inputs: readonly ContactInput[],
  ids: readonly string[],
): Promise<Matches> {
  const emails = inputs.flatMap(({ email }) => email ?? []);
  const phones = inputs.flatMap(({ phone }) => phone ?? []);
  const { rows } = await sql.query<Contact>(
    `/* matching_contacts */ select ${selectList(contacts)} from contacts r
     where r.workspace_id = $1 and (r.email = any($2::text[]) or r.phone = any($3::text[]) or r.id = any($4::uuid[])) order by r.id for update`,
    [workspaceId, emails, phones, ids.filter(isUuid)],
  );
  const by = (key: 'email' | 'phone') =>
    new Map(rows.flatMap((row): [string, Contact][] => (row[key] ? [[row[key], row]] : [])));
  return { byEmail: by('email'), byPhone: by('phone'), byId: new Map(rows.map((row) => [row.id, row])) };
}

/** The assigned users who are members of the workspace. */
export async function knownMembers(
  sql: Sql,
  workspaceId: string,
  inputs: readonly ContactInput[],
): Promise<Set<string>> {
  const userIds = [...new Set(inputs.flatMap(({ assignedTo }) => assignedTo ?? []))].filter(isUuid);
  if (userIds.length === 0) return new Set();
  const rows = await typed(sql, 'known_members', members)
    .selectFrom('members')
    .select('userId')
    .where('workspaceId', '=', workspaceId)
    .where('userId', '=', anyOf(userIds))
    .execute();
  return new Set(rows.map(({ userId }) => userId));
}

const names = Object.keys(contactFields);
const list = (before: string, among: readonly string[]) => among.map((name) => `${before}${columnOf(name)}`).join(', ');
const rowType = [
  'workspace_id uuid',
  'id uuid',
  'created_at timestamptz',
  'updated_at timestamptz',
  ...Object.entries(contactFields).map(([name, { sqlType }]) => `${columnOf(name)} ${sqlType}`),
].join(', ');

const insertSql = `/* insert_contacts */ insert into contacts as r (workspace_id, id, created_at, updated_at, ${list('', names)})
  select workspace_id, id, created_at, updated_at, ${list('', names)} from json_to_recordset($1::json) as n(${rowType})
  returning ${selectList(contacts)}`;

const updateSql = `/* update_contacts */ update contacts r
  set ${names.map((name) => `${columnOf(name)} = n.${columnOf(name)}`).join(', ')}, updated_at = n.updated_at
  from json_to_recordset($1::json) as n(${rowType})
  where r.workspace_id = n.workspace_id and r.id = n.id and (${list('r.', names)}) is distinct from (${list('n.', names)})
  returning ${selectList(contacts)}`;

/** Creates contacts in one statement. */
export function insertContacts(sql: Sql, contactRows: readonly Contact[]): Promise<Map<string, Contact>> {
  return write(sql, insertSql, contactRows);
}

/** Updates contacts in one statement and returns those that differed. */
export function updateContacts(sql: Sql, contactRows: readonly Contact[]): Promise<Map<string, Contact>> {
  return write(sql, updateSql, contactRows);
}

async function write(sql: Sql, text: string, contactRows: readonly Contact[]): Promise<Map<string, Contact>> {
  if (contactRows.length === 0) return new Map();
  const rows = contactRows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [columnOf(name), value])),
  );
  const written = await sql.query<Contact>(text, [storableJson(rows)]);
  return new Map(written.rows.map((row) => [row.id, row]));
}
