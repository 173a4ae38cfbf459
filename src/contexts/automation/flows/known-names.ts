import type { ExternalReference, FlowInput } from '../../../engine/index.js';
import { recordKinds, type StoredKind } from '../../../nodes/index.js';
import { idIn } from '../../../platform/database/id-in.js';
import type { Sql } from '../../../platform/database/sql.js';
import { statement } from '../../../platform/database/statement.js';
import { errorFlow } from './content/error-flow-kind.js';
import type { FlowKey } from './create-webhook-token.js';

/** What exists of the names that a flow refers to: the input of the rules. */
export type KnownNames = Required<
  Pick<FlowInput, 'secrets' | 'foreignSecrets' | 'globalVars' | 'records' | 'calls' | 'flowId'>
>;

interface Row {
  kind: ExternalReference['kind'] | 'call';
  name: string;
  /** For a secret: `foreign` if it belongs to another flow. For a call: the flow that the flow `name` calls. */
  detail: string | null;
}

const kinds = [...recordKinds, errorFlow];

/** The result for a flow without references. */
const noNames = {
  secrets: [],
  foreignSecrets: [],
  globalVars: [],
  records: Object.fromEntries(kinds.map(({ name }) => [name, []])),
  calls: [],
};

// The recursion ends also for cycles, because `union` drops duplicates. The limit only bounds the time.
const maxCalls = 2000;

// One statement for all kinds of names, with recursion.
const text = `/* known_names */
  with recursive names as (
    select * from json_to_recordset($1::json) as n(kind text, name text)
  ), flow as (
    select $2::uuid as workspace_id, $3::uuid as id
  ), calls as (
    select r.flow_id as caller, r.name::uuid as callee
    from flow join flow_references r on r.workspace_id = flow.workspace_id and r.kind = 'flow'
      and r.flow_id in (select n.name::uuid from names n where n.kind = 'flow')
    union
    select r.flow_id, r.name::uuid
    from calls c join flow on c.callee <> flow.id
      join flow_references r on r.workspace_id = flow.workspace_id and r.kind = 'flow' and r.flow_id = c.callee
  )
  select 'secret' as kind, s.name, case when s.flow_id <> flow.id then 'foreign' end as detail
  from flow join secrets s on s.workspace_id = flow.workspace_id join names n on n.kind = 'secret' and n.name = s.name
  union all
  select 'globalVar', g.name, null
  from flow join global_variables g on g.workspace_id = flow.workspace_id
    join names n on n.kind = 'globalVar' and n.name = g.name
  ${kinds.map((kind) => `union all (${recordsSql(kind)})`).join(' ')}
  union all
  (select 'call', c.caller::text, c.callee::text from calls c limit ${maxCalls})`;

function recordsSql({ name, table, byName }: StoredKind): string {
  if (byName) return namedSql(name, table);
  return `select '${name}', r.id::text, null from flow join ${table} r on r.workspace_id = flow.workspace_id
    and r.id in (select n.name::uuid from names n where n.kind = '${name}')`;
}

/** Those that are referred to by name or by ID, and may belong to one flow only. */
function namedSql(name: string, table: string): string {
  return `select '${name}', n.name, null from flow join names n on n.kind = '${name}'
    join ${table} r on r.workspace_id = flow.workspace_id and (r.name = n.name or r.id = ${idIn('n.name')})
      and (r.flow_id is null or r.flow_id = flow.id)`;
}

/** Looks up the names that a flow refers to, in one statement; without references in none. */
export async function readKnownNames(
  sql: Sql,
  { workspaceId, flowId }: FlowKey,
  names: readonly ExternalReference[],
): Promise<KnownNames> {
  if (names.length === 0) return { ...noNames, flowId };
  const { rows } = await sql.query<Row>(statement(text, [JSON.stringify(names), workspaceId, flowId]));
  const known = (kind: ExternalReference['kind'], detail: string | null = null) =>
    rows
      .filter((row) => row.kind === kind && row.detail === detail)
      .map(({ name }) => name)
      .sort();
  return {
    secrets: known('secret'),
    foreignSecrets: known('secret', 'foreign'),
    globalVars: known('globalVar'),
    records: Object.fromEntries(kinds.map(({ name }) => [name, known(name)])),
    calls: rows.flatMap(({ kind, name, detail }) =>
      kind === 'call' && detail !== null ? [{ caller: name, callee: detail }] : [],
    ),
    flowId,
  };
}
