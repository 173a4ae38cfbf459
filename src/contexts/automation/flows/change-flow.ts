import type { EntityManager } from '@mikro-orm/postgresql';
import { transactionSql } from '../../../platform/database/transaction-sql.js';
import { AppError } from '../../../platform/errors.js';
import { requireId, type Scope } from '../../../platform/graphql/context.js';
import { type FlowContent, sameContent } from './content/flow-content.js';
import { storeFlowReferences } from './content/flow-references.js';
import { syncSchedule } from './content/sync-schedule.js';
import type { Flow } from './flow.entity.js';
import { flowById, flowGraph } from './flow.loaders.js';
import { lockFlow } from './lock-flow.js';
import { publishFlowWritten } from './publish-flow-written.js';
import { requireRunnable, requireStorable } from './validation/check-flow.js';
import { requireFolder } from './validation/require-folder.js';
import { FlowVersion } from './versions/flow-version.entity.js';
import { ensureWebhookToken } from './webhooks/ensure-webhook-token.js';

/** What a change makes of a flow. */
export interface Wanted {
  content: FlowContent;
  /** Left out: as it is. */
  isActive?: boolean | undefined;
}

/** Decides on what is stored, inside the transaction that writes. */
export type Decide = (current: FlowContent, em: EntityManager) => Wanted | Promise<Wanted>;

/**
 * Changes a flow under its lock, and stores a new version where that changes what makes up the flow.
 * @param expectedVersion the version that the caller has seen; undefined where it does not matter
 * @throws AppError NOT_FOUND, VALIDATION_FAILED, VERSION_CONFLICT, FLOW_INVALID; nothing is changed then
 */
export async function changeFlow(
  scope: Scope,
  flowId: string,
  expectedVersion: number | undefined,
  decide: Decide,
): Promise<Flow> {
  const id = requireId(flowId, 'The flow');
  await scope.services.vault.prepare(scope.workspaceId);
  // A unit of work of its own: what an earlier operation read must not pass for the locked row.
  const { flow, content } = await scope
    .unitOfWork((em) => change(em, scope, id, expectedVersion, decide))
    .catch(requireFolder);
  scope.loader(flowById).clear(id).prime(id, flow);
  scope.loader(flowGraph).prime(flow, content);
  return flow;
}

async function change(
  em: EntityManager,
  scope: Scope,
  flowId: string,
  expectedVersion: number | undefined,
  decide: Decide,
): Promise<{ flow: Flow; content: FlowContent }> {
  const key = { workspaceId: scope.workspaceId, flowId };
  // Locked before it is compared: of two changes that expect the same version, the second one sees the first.
  const flow = await lockFlow(em, key);
  requireVersion(flow, expectedVersion);
  const current = contentOf(await em.findOneOrFail(FlowVersion, { ...key, version: flow.version }));
  const wanted = await decide(current, em);
  const content = sameContent(current, wanted.content) ? current : wanted.content;
  if (content !== current) requireStorable(content);
  const isActive = wanted.isActive ?? flow.isActive;
  if (isActive && (wanted.isActive || isOtherwise(content, current))) await requireRunnable(em, key, content);
  if (content !== current) {
    storeVersion(em, scope, flow, content);
    await storeFlowReferences(em, key, current, content);
  }
  if (content !== current || isActive !== flow.isActive) flow.updatedAt = scope.services.now();
  flow.isActive = isActive;
  await ensureWebhookToken(em, scope, flow);
  await syncSchedule(em, scope, flow);
  if (content !== current) {
    await em.flush();
    await publishFlowWritten(transactionSql(em), scope, flow);
  }
  return { flow, content };
}

function requireVersion({ version }: Flow, expected: number | undefined): void {
  if (expected === undefined || expected === version) return;
  const message = `The flow is at version ${version}, you sent ${expected}. Reload it and apply your change again.`;
  throw new AppError('VERSION_CONFLICT', message, [{ message, currentVersion: version }]);
}

/** True where more than the labels of a flow was changed. */
function isOtherwise(content: FlowContent, current: FlowContent): boolean {
  if (content === current) return false;
  const { nodes, edges, variables, settings } = content;
  return !sameContent({ ...current, nodes, edges, variables, settings }, current);
}

function storeVersion(em: EntityManager, scope: Scope, flow: Flow, content: FlowContent): void {
  const { name, description, settings, tags, folderId } = content;
  const version = flow.version + 1;
  const { workspaceId } = scope;
  const createdAt = scope.services.now();
  em.assign(flow, { name, description, settings, tags, folderId, version, triggerType: settings.triggerType });
  const row = { ...content, workspaceId, flowId: flow.id, version, createdBy: scope.access.userId, createdAt };
  em.persist(em.create(FlowVersion, row));
}

/** What a version keeps of a flow, without what is the version's own. */
export function contentOf(version: FlowContent): FlowContent {
  const { name, description, nodes, edges, variables, settings, tags, folderId } = version;
  return { name, description, nodes, edges, variables, settings, tags, folderId };
}
