import type { Logger } from 'pino';
import type { ExternalReference } from '../../../engine/index.js';
import type { Sql } from '../../../platform/database/database.js';
import { groupCommit } from '../../../platform/database/group-commit.js';
import { statement } from '../../../platform/database/statement.js';
import { defineService } from '../../../platform/define-service.js';
import type { Vault } from '../../../platform/vault/index.js';
import { secretContext } from './secret.record.js';

/** What a run may read of its workspace, by name. */
export interface ExecutionValues {
  /** In plain text. */
  secrets: Readonly<Record<string, string>>;
  globalVars: Readonly<Record<string, string>>;
}

/** Whose values are asked for, and which of them. */
export interface ValuesWanted {
  workspaceId: string;
  flowId: string;
  names: readonly ExternalReference[];
}

export type ReadExecutionValues = (wanted: ValuesWanted) => Promise<ExecutionValues>;

/** Secrets and global variables for runs. */
export const runValues = defineService('run values', ({ db, vault, log }) =>
  createExecutionValues(db.pool, vault, log),
);

const text = `/* read_run_values */
  with asked as (
    select * from json_to_recordset($1::json) as a(place int, "workspaceId" uuid, "flowId" uuid, kind text, name text)
  )
  select a.place, 'secret' as kind, s.name, s.encrypted_value as value, s.id, s.flow_id as "flowId"
  from asked a join secrets s on s.workspace_id = a."workspaceId" and (s.name = a.name or a.name = '*')
    and (s.flow_id is null or s.flow_id = a."flowId")
  where a.kind = 'secret'
  union all
  select a.place, 'globalVar', g.name, g.value, g.id, null
  from asked a join global_variables g on g.workspace_id = a."workspaceId" and (g.name = a.name or a.name = '*')
  where a.kind = 'globalVar'`;

interface ValueRow {
  place: number;
  kind: ExternalReference['kind'];
  name: string;
  value: string;
  id: string;
  flowId: string | null;
}

const noValues: ExecutionValues = { secrets: {}, globalVars: {} };

/**
 * Reads what runs name, only what their flows may use; runs that ask at once share a statement. A secret that does not
 * open is left out, and the log says why.
 */
function createExecutionValues(sql: Sql, vault: Vault, log: Logger): ReadExecutionValues {
  const read = groupCommit((wanted: ValuesWanted[]) => readAll(sql, vault, log, wanted));
  return (wanted) => (wanted.names.length === 0 ? Promise.resolve(noValues) : read(wanted));
}

async function readAll(sql: Sql, vault: Vault, log: Logger, wanted: ValuesWanted[]): Promise<ExecutionValues[]> {
  const asked = wanted.flatMap(({ names, ...key }, place) => names.map((name) => ({ place, ...key, ...name })));
  const { rows } = await sql.query<ValueRow>(statement(text, [JSON.stringify(asked)]));
  const byPlace = Map.groupBy(rows, ({ place }) => place);
  return Promise.all(
    wanted.map(({ workspaceId }, place) => openAll(vault, log, workspaceId, byPlace.get(place) ?? [])),
  );
}

async function openAll(vault: Vault, log: Logger, workspaceId: string, rows: ValueRow[]): Promise<ExecutionValues> {
  const secrets = await Promise.all(
    rows
      .filter(({ kind }) => kind === 'secret')
      .map(async (row): Promise<[string, string] | null> => {
        try {
          return [row.name, await vault.open(workspaceId, row.value, secretContext(row))];
        } catch (error) {
          log.error({ err: error, workspaceId, secretId: row.id }, 'a secret does not open');
          return null;
        }
      }),
  );
  const globalVars = rows.filter(({ kind }) => kind === 'globalVar').map(({ name, value }) => [name, value] as const);
  return {
    secrets: Object.fromEntries(secrets.filter((entry) => entry !== null)),
    globalVars: Object.fromEntries(globalVars),
  };
}
