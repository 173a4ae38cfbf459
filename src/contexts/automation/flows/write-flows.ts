import type { ExternalReference } from '../../../engine/index.js';
import type { Sql } from '../../../platform/database/database.js';
import { groupCommitByKey } from '../../../platform/database/group-commit.js';
import { statement } from '../../../platform/database/statement.js';
import { storableJson } from '../../../platform/database/storable-json.js';
import { defineService } from '../../../platform/define-service.js';
import { insertDocumentsSql } from '../../../platform/search/index.js';
import type { FlowContent } from './content/flow-content.js';
import type { Flow } from './flow.entity.js';
import { searchedFlows } from './searched-flows.js';

/** A new flow with its first version. */
export interface NewFlow {
  flow: Flow;
  content: FlowContent;
  /** The user who creates it. */
  createdBy: string;
  /** Of a flow whose trigger is a webhook. */
  token: { tokenHash: Buffer; encryptedToken: string } | null;
  /** What its content names of the workspace. */
  refersTo: readonly ExternalReference[];
}

/** A write that is part of the statement that stores a flow. */
export interface AdditionalCte {
  /** A statement whose own parameters are numbered from `first`; $1 is the workspace. */
  sql(first: number): string;
  values: readonly unknown[];
}

// One statement for flows, first versions, tokens, references and search documents takes one round trip and one commit,
// however many they are. The listener of `rowsWritten` does not write the documents, because creating a flow would then take
// a transaction of four round trips.
function statementText(additionalCte?: AdditionalCte): string {
  return `/* create_flows */
  with sent as materialized (
    select * from json_to_recordset($2::json) as s(id uuid, name text, description text, nodes json, edges json, variables json,
      settings json, trigger_type text, tags text[], folder_id uuid, run_as uuid, created_by uuid, created_at timestamptz,
      token_hash bytea, encrypted_token text, refers_to json)
  ), flow as (
    insert into flows (workspace_id, id, name, description, settings, trigger_type, tags, folder_id, run_as, created_at, updated_at)
    select $1, id, name, description, settings, trigger_type, tags, folder_id, run_as, created_at, created_at from sent
    returning *
  ), document as (
    ${insertDocumentsSql(searchedFlows, 'flow')}
  ), token as (
    insert into webhook_tokens (workspace_id, flow_id, token_hash, encrypted_token, created_at)
    select $1, id, token_hash, encrypted_token, created_at from sent where token_hash is not null
  ), outside_names as (
    insert into flow_references (workspace_id, flow_id, kind, name)
    select $1, s.id, r.kind, r.name from sent s, json_to_recordset(s.refers_to) as r(kind text, name text)
  )${additionalCte ? `, additional_cte as (${additionalCte.sql(3)})` : ''}
  insert into flow_versions
    (workspace_id, flow_id, version, name, description, nodes, edges, variables, settings, tags, folder_id, created_by, created_at)
  select $1, id, 1, name, description, nodes, edges, variables, settings, tags, folder_id, created_by, created_at from sent`;
}

const plainText = statementText();

/** Characters of JSON that flows of one statement have together; a larger flow is written alone. */
const charactersAtOnce = 1024 * 1024;

/** Stores new flows of a workspace. Those of concurrent requests share a statement and a commit. */
export const flowWriter = defineService('flow writer', ({ db }) => {
  const write = groupCommitByKey<string, void>(
    async (workspaceId, rows) => {
      const values = [workspaceId, `[${rows.join()}]`];
      await db.within(workspaceId).query(statement(plainText, values));
      return rows.map(() => undefined);
    },
    { weigh: (row) => row.length, maxWeight: charactersAtOnce },
  );
  return (made: NewFlow): Promise<void> => write(made.flow.workspaceId, rowOf(made));
});

/** Stores a new flow together with another write. */
export async function writeFlowWith(sql: Sql, made: NewFlow, additionalCte: AdditionalCte): Promise<void> {
  const values = [made.flow.workspaceId, `[${rowOf(made)}]`, ...additionalCte.values];
  await sql.query(statement(statementText(additionalCte), values));
}

function rowOf({ flow, content, createdBy, token, refersTo }: NewFlow): string {
  const { id, triggerType, runAs, createdAt } = flow;
  const { name, description, nodes, edges, variables, settings, tags, folderId } = content;
  return storableJson({
    id,
    name,
    description,
    nodes,
    edges,
    variables,
    settings,
    tags,
    trigger_type: triggerType,
    folder_id: folderId,
    run_as: runAs,
    created_by: createdBy,
    created_at: createdAt,
    refers_to: refersTo,
    ...(token && { token_hash: `\\x${token.tokenHash.toString('hex')}`, encrypted_token: token.encryptedToken }),
  });
}
