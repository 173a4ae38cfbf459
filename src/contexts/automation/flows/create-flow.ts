import { principalId } from '../../../platform/access/principal.js';
import { statement } from '../../../platform/database/statement.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { newId } from '../../../platform/new-id.js';
import { insertDocumentsSql } from '../../../platform/search/index.js';
import { applyInput } from './apply-input.js';
import { emptyContent, type FlowContent } from './content/flow-content.js';
import { flowReferencesOf, insertReferencesSql } from './content/flow-references.js';
import { requireOpenPins } from './content/require-open-pins.js';
import type { Flow } from './flow.entity.js';
import type { CreateFlowInput } from './flow.input.js';
import { flowGraph } from './flow.loaders.js';
import { searchedFlows } from './searched-flows.js';
import { requireStorable } from './validation/check-flow.js';
import { requireNodeRights } from './validation/node-rights.js';
import { requireFolder } from './validation/require-folder.js';
import { requireSecretUse } from './validation/require-secret-use.js';
import { newToken } from './webhooks/ensure-webhook-token.js';
import { showWebhookAddress } from './webhooks/webhook-address.js';

/** A write that is part of the statement that stores a flow. */
export interface AdditionalCte {
  /** A statement whose own parameters are numbered from `first`; $1 is the workspace, $2 the flow. */
  sql(first: number): string;
  values: readonly unknown[];
}

// One statement for flow, first version, token and search document takes one round trip. The listener of `rowsWritten`
// does not write the document, because creating a flow would then take a transaction of four round trips.
function statementText(additionalCte: AdditionalCte | undefined): string {
  return `/* create_flow */
  with flow as (
    insert into flows (workspace_id, id, name, description, settings, trigger_type, tags, folder_id, run_as, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $17, $9, $9)
    returning *
  ), document as (
    ${insertDocumentsSql(searchedFlows, 'flow')}
  ), token as (
    insert into webhook_tokens (workspace_id, flow_id, token_hash, encrypted_token, created_at)
    select $1, $2, $14, $15, $9 where $14::bytea is not null
  ), outside_names as (
    ${insertReferencesSql('$16')}
  )${additionalCte ? `, additional_cte as (${additionalCte.sql(18)})` : ''}
  insert into flow_versions
    (workspace_id, flow_id, version, name, description, nodes, edges, variables, settings, tags, folder_id, created_by, created_at)
  values ($1, $2, 1, $3, $4, $10, $11, $12, $5, $7, $8, $13, $9)`;
}

const plainText = statementText(undefined);

/**
 * Stores a new flow, paused, at version 1. Drafts may be incomplete: only the rules of class `save` are checked.
 * @throws AppError VALIDATION_FAILED, FORBIDDEN if it uses secrets and the caller may not
 */
export function createFlow(scope: Scope, input: CreateFlowInput): Promise<Flow> {
  return storeFlow(scope, applyInput(emptyContent, input));
}

/**
 * Stores content as a new flow, paused, at version 1, with a new webhook token if its trigger is a webhook.
 * @throws AppError FORBIDDEN for a node or a secret that requires a right that the caller lacks, VALIDATION_FAILED
 */
export async function storeFlow(scope: Scope, content: FlowContent, additionalCte?: AdditionalCte): Promise<Flow> {
  requireNodeRights(scope.access, content.nodes);
  requireStorable(content);
  requireSecretUse(scope, content);
  await requireOpenPins(scope, null, content.nodes);
  const flow = newFlow(scope, content);
  const token =
    flow.triggerType === 'webhook' ? await newToken(scope, { workspaceId: flow.workspaceId, flowId: flow.id }) : null;
  const values = [
    ...flowValues(flow),
    ...graphValues(content),
    scope.access.userId,
    ...tokenValues(token),
    JSON.stringify(flowReferencesOf(content)),
    flow.runAs,
    ...(additionalCte?.values ?? []),
  ];
  await scope.sql
    .query(statement(additionalCte ? statementText(additionalCte) : plainText, values))
    .catch(requireFolder);
  scope.changes.add({ ids: [flow.id], before: null, after: { ...flow } });
  // The response includes the graph, which need not be read back.
  scope.loader(flowGraph).prime(flow, content);
  return token ? showWebhookAddress(scope, flow, token.encryptedToken) : flow;
}

function newFlow(scope: Scope, content: FlowContent): Flow {
  const { name, description, settings, tags, folderId } = content;
  const now = scope.services.now();
  return {
    workspaceId: scope.workspaceId,
    id: newId(),
    ...{ name, description, settings, tags, folderId },
    triggerType: settings.triggerType,
    isActive: false,
    version: 1,
    runAs: principalId(scope.principal),
    createdAt: now,
    updatedAt: now,
  };
}

function flowValues(flow: Flow): unknown[] {
  const { workspaceId, id, name, description, settings, triggerType, tags, folderId, createdAt } = flow;
  return [workspaceId, id, name, description, JSON.stringify(settings), triggerType, tags, folderId, createdAt];
}

function graphValues({ nodes, edges, variables }: FlowContent): unknown[] {
  return [nodes, edges, variables].map((part) => JSON.stringify(part));
}

function tokenValues(token: Awaited<ReturnType<typeof newToken>> | null): unknown[] {
  return [token?.tokenHash ?? null, token?.encryptedToken ?? null];
}
