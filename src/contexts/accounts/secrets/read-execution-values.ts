import type { Logger } from 'pino';
import type { ExternalReference } from '../../../engine/index.js';
import type { Sql } from '../../../platform/database/database.js';
import { groupCommit } from '../../../platform/database/group-commit.js';
import { statement } from '../../../platform/database/statement.js';
import { defineService } from '../../../platform/define-service.js';
import type { Vault } from '../../../platform/vault/index.js';
import { secretContext } from './secret.record.js';

/** The values of a workspace that an execution can read, by name. */
export interface ExecutionValues {
  /** Decrypted. */
  secrets: Readonly<Record<string, string>>;
  /** The hosts that each secret may be sent to. */
  allowedHosts: Readonly<Record<string, readonly string[]>>;
  globalVars: Readonly<Record<string, string>>;
}

/** The names that a flow of a workspace reads. */
export interface ValuesRequest {
  workspaceId: string;
  flowId: string;
  names: readonly ExternalReference[];
}

export type ReadExecutionValues = (request: ValuesRequest) => Promise<ExecutionValues>;

/** Secrets and global variables for executions. */
export const executionValues = defineService('execution values', ({ db, vault, log }) =>
  createExecutionValues(db.pool, vault, log),
);

// The values of many executions in one statement.
const text = `/* read_execution_values */
  with requested as (
    select * from json_to_recordset($1::json) as a(place int, "workspaceId" uuid, "flowId" uuid, kind text, name text)
  )
  select a.place, 'secret' as kind, s.name, s.encrypted_value as value, s.id, s.flow_id as "flowId",
    s.allowed_hosts as "allowedHosts"
  from requested a join secrets s on s.workspace_id = a."workspaceId" and (s.name = a.name or a.name = '*')
    and (s.flow_id is null or s.flow_id = a."flowId")
  where a.kind = 'secret'
  union all
  select a.place, 'globalVar', g.name, g.value, g.id, null, null
  from requested a join global_variables g on g.workspace_id = a."workspaceId" and (g.name = a.name or a.name = '*')
  where a.kind = 'globalVar'`;

interface ValueRow {
  place: number;
  kind: ExternalReference['kind'];
  name: string;
  value: string;
  id: string;
  flowId: string | null;
  /** Null for a global variable. */
  allowedHosts: string[] | null;
}

const noValues: ExecutionValues = { secrets: {}, allowedHosts: {}, globalVars: {} };

/**
 * Reads the named values that the flow can use; concurrent executions share a statement. A secret that cannot be
 * decrypted is omitted, and the error is logged.
 */
function createExecutionValues(sql: Sql, vault: Vault, log: Logger): ReadExecutionValues {
  const read = groupCommit((requests: ValuesRequest[]) => readAll(sql, vault, log, requests));
  return (request) => (request.names.length === 0 ? Promise.resolve(noValues) : read(request));
}

async function readAll(sql: Sql, vault: Vault, log: Logger, requests: ValuesRequest[]): Promise<ExecutionValues[]> {
  const named = requests.flatMap(({ names, ...key }, place) => names.map((name) => ({ place, ...key, ...name })));
  const { rows } = await sql.query<ValueRow>(statement(text, [JSON.stringify(named)]));
  const byPlace = Map.groupBy(rows, ({ place }) => place);
  return Promise.all(
    requests.map(({ workspaceId }, place) => openAll(vault, log, workspaceId, byPlace.get(place) ?? [])),
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
          log.error({ err: error, workspaceId, secretId: row.id }, 'could not decrypt a secret');
          return null;
        }
      }),
  );
  const globalVars = rows.filter(({ kind }) => kind === 'globalVar').map(({ name, value }) => [name, value] as const);
  return {
    secrets: Object.fromEntries(secrets.filter((entry) => entry !== null)),
    allowedHosts: Object.fromEntries(
      rows.flatMap(({ name, allowedHosts }) => (allowedHosts ? [[name, allowedHosts]] : [])),
    ),
    globalVars: Object.fromEntries(globalVars),
  };
}
