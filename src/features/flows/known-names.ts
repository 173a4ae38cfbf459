import type { EntityManager } from '@mikro-orm/postgresql';
import type { FlowInput, OutsideName } from '../../engine/index.js';
import type { FlowKey } from './make-webhook-token.js';

/** Of the secrets and global variables that a flow names, those that there are: what the rules are told. */
export type KnownNames = Required<Pick<FlowInput, 'secrets' | 'foreignSecrets' | 'globalVars'>>;

export const noNames: KnownNames = { secrets: [], foreignSecrets: [], globalVars: [] };

/** Runs a statement with `?` for its values, inside a transaction where there is one. */
export type Statements = Pick<EntityManager, 'execute'>;

interface Row {
  kind: OutsideName['kind'];
  name: string;
  foreign: boolean;
}

const text = `/* known_names */
  with names as (select * from json_to_recordset(?::json) as n(kind text, name text))
  select 'secret' as kind, s.name, s.flow_id is not null and s.flow_id <> ? as foreign
  from secrets s join names n on n.kind = 'secret' and n.name = s.name where s.workspace_id = ?
  union all
  select 'globalVar', g.name, false
  from global_variables g join names n on n.kind = 'globalVar' and n.name = g.name where g.workspace_id = ?`;

/** Looks up what a flow names, in one statement; in none where it names nothing. */
export async function readKnownNames(
  sql: Statements,
  { workspaceId, flowId }: FlowKey,
  names: readonly OutsideName[],
): Promise<KnownNames> {
  if (names.length === 0) return noNames;
  const rows = await sql.execute<Row[]>(text, [JSON.stringify(names), flowId, workspaceId, workspaceId]);
  const known = (kind: OutsideName['kind'], foreign: boolean) =>
    rows
      .filter((row) => row.kind === kind && row.foreign === foreign)
      .map(({ name }) => name)
      .sort();
  return {
    secrets: known('secret', false),
    foreignSecrets: known('secret', true),
    globalVars: known('globalVar', false),
  };
}
