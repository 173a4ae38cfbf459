import { idIn } from '../../../platform/database/id-in.js';
import type { Sql } from '../../../platform/database/sql.js';
import { statement } from '../../../platform/database/statement.js';
import type { Connection } from './connection.record.js';

/** A connection with its encrypted credentials. */
export type StoredConnection = Pick<
  Connection,
  'id' | 'workspaceId' | 'name' | 'auth' | 'hosts' | 'status' | 'problem' | 'provider' | 'account'
> & { encryptedCredentials: string };

/** A flow that uses a connection. */
export interface ConnectionUse {
  workspaceId: string;
  flowId: string;
  /** Its name or ID. */
  connection: string;
}

const columns = `id, workspace_id as "workspaceId", name, auth, hosts, status, problem, provider, account,
  encrypted_credentials as "encryptedCredentials"`;

/** Undefined if it is not found. */
export async function readStored(sql: Sql, workspaceId: string, id: string): Promise<StoredConnection | undefined> {
  const text = `/* read_connection */ select ${columns} from connections where workspace_id = $1 and id = $2`;
  const { rows } = await sql.query<StoredConnection>(statement(text, [workspaceId, id]));
  return rows[0];
}

/** The connection of an ID or name that a flow may use. An ID precedes a name that looks like one. */
export async function readUsed(
  sql: Sql,
  { workspaceId, flowId, connection }: ConnectionUse,
): Promise<StoredConnection | undefined> {
  const text = `/* read_used_connection */ select ${columns} from connections
    where workspace_id = $1 and (flow_id is null or flow_id = $2)
      and (name = $3 or id = ${idIn('$3::text')})
    order by name = $3 limit 1`;
  const { rows } = await sql.query<StoredConnection>(statement(text, [workspaceId, flowId, connection]));
  return rows[0];
}
