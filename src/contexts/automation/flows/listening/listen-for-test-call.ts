import type { EntityManager } from '@mikro-orm/postgresql';
import type { GraphNode } from '../../../../engine/graph.js';
import { catalogue } from '../../../../nodes/index.js';
import { transactionSql } from '../../../../platform/database/entities-over.js';
import { expression, fromNow, jsonOf, typed } from '../../../../platform/database/typed-sql.js';
import { AppError, validationFailed } from '../../../../platform/errors/errors.js';
import { requireId, type Scope } from '../../../../platform/graphql/context.js';
import { newId } from '../../../../platform/new-id.js';
import { configOf } from '../content/mirror-trigger.js';
import { createWebhookToken, type FlowKey, hasToken } from '../create-webhook-token.js';
import { FlowDraft } from '../drafts/flow-draft.entity.js';
import { FlowVersion } from '../flow-version.entity.js';
import { lockFlow } from '../lock-flow.js';
import { type CheckedContent, checkFlow } from '../validation/check-flow.js';
import { requireSecretUse } from '../validation/require-secret-use.js';
import { type ListeningType, testCalls } from './test-call.entity.js';
import { type ListenForTestCallInput, minutesOfListening } from './test-call.input.js';
import { testCallsOfFlow } from './test-call.loader.js';
import type { TestCall } from './test-call.object.js';

/**
 * Lets a webhook or form of a flow wait for one test call, as its node is now in the draft or, without one there, in the flow. A node
 * that waits already keeps its address, and waits on. The sample that it has stays until the call comes.
 * @throws AppError NOT_FOUND; VALIDATION_FAILED if `nodeId` is no webhook or form; FLOW_INVALID with what is wrong in the fields of
 *   the node; FORBIDDEN if it names secrets that the caller may not use
 */
export async function listenForTestCall(
  scope: Scope,
  flowId: string,
  { nodeId, minutes }: ListenForTestCallInput,
): Promise<TestCall> {
  const key = { workspaceId: scope.workspaceId, flowId: requireId(flowId, 'flow') };
  await scope.services.vault.prepare(scope.workspaceId);
  await scope.unitOfWork(async (em) => {
    const { nodes, trigger } = await findTrigger(em, key, nodeId);
    await requireUsable(em, scope, key, trigger);
    await wait(em, scope, key, trigger, minutes ?? minutesOfListening.byDefault);
    await forgetOthers(em, key, nodes);
  });
  const found = (await scope.loader(testCallsOfFlow).load(key.flowId)).find((one) => one.nodeId === nodeId);
  if (!found) throw new Error(`The test call of the node ${nodeId} was not stored.`);
  return found;
}

interface Trigger {
  node: GraphNode;
  type: ListeningType;
  config: Record<string, unknown>;
  settings: CheckedContent['settings'];
}

/** The trigger in the draft or in the flow, and the nodes of both. The flow is locked. */
async function findTrigger(
  em: EntityManager,
  key: FlowKey,
  nodeId: string,
): Promise<{ nodes: readonly GraphNode[]; trigger: Trigger }> {
  const flow = await lockFlow(em, key);
  const draft = await em.findOne(FlowDraft, key);
  const live = await em.findOneOrFail(FlowVersion, { ...key, version: flow.version });
  const nodes = [...(draft?.nodes ?? []), ...live.nodes];
  const node = nodes.find(({ id }) => id === nodeId);
  const shape = node && catalogue.get(node.type);
  const type = shape?.trigger;
  if (!node || !shape || (type !== 'webhook' && type !== 'form')) {
    const message = `nodeId must be one of the webhook and form triggers of the flow or its draft: ${namesOf(nodes)}.`;
    throw validationFailed([{ field: 'nodeId', rule: 'REFERENCE_UNKNOWN', message }]);
  }
  const { settings } = draft?.nodes.includes(node) ? draft : live;
  return { nodes, trigger: { node, type, config: configOf(node.data, shape), settings } };
}

function namesOf(nodes: readonly GraphNode[]): string {
  const triggers = nodes.filter(({ type }) => hasToken(catalogue.get(type)?.trigger ?? 'manual'));
  return [...new Set(triggers.map(({ id }) => id))].join(', ') || 'it has none';
}

/** What a call is checked with must be there: the fields of the node, and the secrets that it names. */
async function requireUsable(em: EntityManager, scope: Scope, key: FlowKey, { node, settings }: Trigger) {
  const content = { nodes: [node], edges: [], variables: [], settings };
  await requireSecretUse(scope, content);
  const { issues } = await checkFlow(transactionSql(em), key, content);
  const wrong = issues.filter(({ severity, field, nodeId }) => severity === 'error' && nodeId === node.id && field);
  if (wrong.length === 0) return;
  throw new AppError(
    'FLOW_INVALID',
    `The node ${node.id} cannot wait for a test call: its fields are not valid. See details.`,
    wrong.map(({ ruleId, message, field }) => ({ rule: ruleId, message, field, nodeId: node.id })),
  );
}

async function wait(
  em: EntityManager,
  { services }: Scope,
  { workspaceId, flowId }: FlowKey,
  { node, type, config }: Trigger,
  minutes: number,
): Promise<void> {
  const sql = transactionSql(em);
  const expiresAt = fromNow(minutes * 60);
  const renewed = await typed(sql, 'renew_test_call', testCalls)
    .updateTable('test_calls')
    .set({ config: jsonOf(config), expiresAt })
    .where('workspaceId', '=', workspaceId)
    .where('flowId', '=', flowId)
    .where('nodeId', '=', node.id)
    .where('type', '=', type)
    .where('encryptedToken', 'is not', null)
    .where('expiresAt', '>', fromNow(0))
    .executeTakeFirst();
  if (renewed.numUpdatedRows === 1n) return;
  const known = await typed(sql, 'find_sample_of_node', testCalls)
    .selectFrom('test_calls')
    .select(['id', 'type'])
    .where('workspaceId', '=', workspaceId)
    .where('flowId', '=', flowId)
    .where('nodeId', '=', node.id)
    .executeTakeFirst();
  const id = known?.id ?? newId();
  const state = {
    type,
    config: jsonOf(config),
    expiresAt,
    ...(await createWebhookToken(services.vault, { workspaceId, id })),
  };
  // What came for a webhook is no sample of a form.
  const former = known && known.type !== type ? { receivedAt: null, triggerData: null, request: null } : {};
  await typed(sql, 'listen_for_test_call', testCalls)
    .insertInto('test_calls')
    .values({ workspaceId, id, flowId, nodeId: node.id, ...state })
    .onConflict((conflict) => conflict.columns(['workspaceId', 'id']).doUpdateSet({ ...state, ...former }))
    .execute();
}

/** Nodes come and go: what came for those that are gone is deleted, so that a flow has no more samples than nodes. */
async function forgetOthers(em: EntityManager, { workspaceId, flowId }: FlowKey, nodes: readonly GraphNode[]) {
  await typed(transactionSql(em), 'forget_test_calls', testCalls)
    .deleteFrom('test_calls')
    .where('workspaceId', '=', workspaceId)
    .where('flowId', '=', flowId)
    .where(expression<boolean>`node_id <> all(${nodes.map(({ id }) => id)}::text[])`)
    .execute();
}
