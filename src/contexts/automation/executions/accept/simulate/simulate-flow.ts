import { v5 as uuidv5 } from 'uuid';
import { type GraphNode, type Plan, untilNode } from '../../../../../engine/index.js';
import { catalogue } from '../../../../../nodes/index.js';
import { principalId } from '../../../../../platform/access/principal.js';
import { validationFailed } from '../../../../../platform/errors/errors.js';
import { requireCapability } from '../../../../../platform/graphql/authorize.js';
import type { Scope } from '../../../../../platform/graphql/context.js';
import {
  applyInput,
  emptyContent,
  type FlowContent,
  findFlow,
  flowById,
  requireNodeRights,
  requireRunnable,
  requireSecretUse,
  requireStorable,
  sampleOfNode,
} from '../../../flows/index.js';
import { flowVersions, preparePlan, triggerOf } from '../../run/flow-version-reader.js';
import type { SimulateFlowInput } from '../../store/execution.input.js';
import type { StartedExecution } from '../../store/execution-answer.object.js';
import type { Simulated } from '../../store/simulated.js';
import { fromColumn } from '../../store/values/large-values.js';
import { requireNodes } from '../require-nodes.js';
import { startOnce } from '../start-once.js';
import { findRecordedExecution, type RecordedExecution, readRecordedSteps } from './recorded-execution.js';

/** The flow that a simulation belongs to, and what it runs. */
interface Subject {
  flow: { id: string; name: string; version: number; settings?: { maxConcurrent?: number } };
  content: FlowContent;
  /** Whether the content differs from the version of the flow. */
  isUnsaved: boolean;
}

/**
 * Starts an execution without effects outside the process, of a flow or of content that is not saved: steps with effects
 * return their mock, the pinned data of their node, what another execution recorded or the sample of their type, and waits
 * end immediately. Trigger data defaults to the pinned data of the trigger, that of the other execution, its last test call, or the
 * `sample` in the data of the trigger.
 * @param flowId the flow; without it, that of the input or of the other execution; content may belong to none
 * @throws AppError NOT_FOUND, FORBIDDEN, FLOW_INVALID, CONFLICT, VALIDATION_FAILED if a node does not exist
 */
export async function simulateFlow(
  scope: Scope,
  flowId: string | null,
  input: SimulateFlowInput,
  key?: string | null,
): Promise<StartedExecution> {
  const { startNodeId = null, untilNodeId = null, mocks = null, fromExecutionId = null } = input;
  await requireSameFlow(scope, flowId, input.flowId ?? null);
  const source = fromExecutionId === null ? null : await findRecordedExecution(scope, fromExecutionId);
  const { flow, content, isUnsaved } = await subjectOf(scope, flowId ?? input.flowId ?? null, source, input);
  const { workspaceId } = scope;
  const { nodes } = content;
  requireNodes(nodes, { startNodeId, untilNodeId, mocks });
  const plan = preparePlan(content, startNodeId);
  const part =
    untilNodeId === null ? content : requirePart(content, untilNode(content, plan, untilNodeId), untilNodeId);
  requireNodeRights(scope.access, part.nodes);
  await requireRunnable(scope.sql, { workspaceId, flowId: flow.id }, content, part);
  const simulated: Simulated = {
    ...((isUnsaved || untilNodeId !== null) && { content: runPart(part) }),
    ...(source && {
      recorded: await readRecordedSteps(scope, source.id, plan, answeredNodes(part.nodes, untilNodeId)),
    }),
  };
  const byDefault = await defaultsOf(scope, { flow, content, plan, source });
  const start = {
    workspaceId,
    flow,
    startNodeId,
    triggerNodeId: triggerOf(plan),
    trigger: 'simulation' as const,
    mocks: mocks ?? {},
    triggerData: input.triggerData ?? byDefault.triggerData,
    request: byDefault.request,
    simulated: Object.keys(simulated).length > 0 ? simulated : null,
    sharesBlobsOf: source?.id ?? null,
    runAs: principalId(scope.principal),
  };
  return startOnce(scope.services, start, key);
}

/** @throws AppError NOT_FOUND, VALIDATION_FAILED for another flow */
async function requireSameFlow(scope: Scope, flowId: string | null, inInput: string | null): Promise<void> {
  if (flowId === null || inInput === null || flowId.toLowerCase() === inInput.toLowerCase()) return;
  await findFlow(scope, inInput);
  const message = 'flowId must be the flow that the request names already, or be left out.';
  throw validationFailed([{ field: 'flowId', message, rule: 'NOT_ALLOWED_WITH' }]);
}

/** @throws AppError NOT_FOUND, FORBIDDEN, VALIDATION_FAILED */
async function subjectOf(
  scope: Scope,
  flowId: string | null,
  source: RecordedExecution | null,
  input: SimulateFlowInput,
): Promise<Subject> {
  const { nodes, edges, variables, settings } = input;
  const sent = Object.fromEntries(Object.entries({ nodes, edges, variables, settings }).filter(([, value]) => value));
  const isUnsaved = Object.keys(sent).length > 0;
  const saved = await savedSubject(scope, flowId, source);
  if (!saved && !nodes)
    throw validationFailed([{ field: 'nodes', rule: 'REQUIRED_WITH', message: 'nodes is required without a flow.' }]);
  const subject = saved ?? subjectWithoutFlow(scope.workspaceId);
  if (!isUnsaved) return subject;
  // Whoever may only run flows runs what others have saved.
  requireCapability(scope.access, 'flows:write');
  const content = applyInput(subject.content, sent);
  requireStorable(content);
  await requireSecretUse(scope, content);
  return { ...subject, content, isUnsaved };
}

async function savedSubject(
  scope: Scope,
  flowId: string | null,
  source: RecordedExecution | null,
): Promise<Subject | null> {
  // The flow of an execution may be deleted; one that the caller names must exist.
  const flow = flowId ? await findFlow(scope, flowId) : source && (await scope.loader(flowById).load(source.flowId));
  if (!flow) return null;
  const { workspaceId, services } = scope;
  const { row } = await services.get(flowVersions).read({ workspaceId, flowId: flow.id, flowVersion: flow.version });
  return { flow, content: { ...emptyContent, ...row }, isUnsaved: false };
}

/** Content without a flow has an ID that is the same in its workspace, so that an idempotency key finds its execution. */
function subjectWithoutFlow(workspaceId: string): Subject {
  const name = 'Unsaved flow';
  return {
    flow: { id: uuidv5(name, workspaceId), name, version: 0 },
    content: { ...emptyContent, name },
    isUnsaved: false,
  };
}

/** The nodes that another execution answers for: all before the last one, or, without a last one, those with effects. */
function answeredNodes(nodes: readonly GraphNode[], untilNodeId: string | null): string[] {
  const answered =
    untilNodeId === null
      ? nodes.filter(({ type }) => catalogue.get(type)?.effects)
      : nodes.filter(({ id }) => id !== untilNodeId);
  return answered.map(({ id }) => id);
}

function requirePart(
  content: FlowContent,
  part: Pick<FlowContent, 'nodes' | 'edges'> | null,
  nodeId: string,
): FlowContent {
  if (part) return { ...content, ...part };
  const message = `The node ${nodeId} cannot be reached from the node that the simulation starts at.`;
  throw validationFailed([{ field: 'untilNodeId', message }]);
}

function runPart({ nodes, edges, variables, settings }: FlowContent): NonNullable<Simulated['content']> {
  return { nodes, edges, variables, settings };
}

interface Defaults {
  triggerData: unknown;
  request: unknown;
}

/** What a simulation starts with that sends no trigger data, and the request that its expressions read in any case. */
async function defaultsOf(
  { sql, workspaceId }: Scope,
  { flow, content, plan, source }: Pick<Subject, 'flow' | 'content'> & { plan: Plan; source: RecordedExecution | null },
): Promise<Defaults> {
  const started = triggerOf(plan);
  const trigger = content.nodes.find(({ id, type }) =>
    started === null ? catalogue.get(type)?.trigger : id === started,
  );
  const sample = source || !trigger ? null : await sampleOfNode(sql, { workspaceId, flowId: flow.id }, trigger);
  const request = fromColumn(source?.request ?? sample?.request ?? null);
  const triggerData = () => {
    if (isObject(trigger?.pinnedData)) return trigger.pinnedData;
    if (source) return fromColumn(source.triggerData) ?? {};
    if (sample) return sample.triggerData;
    if (!trigger || isObject(trigger.data.sample)) return trigger?.data.sample ?? {};
    return catalogue.get(trigger.type)?.sampleOf?.(trigger.data) ?? {};
  };
  return { triggerData: triggerData(), request };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
