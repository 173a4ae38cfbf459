import { ExecutionState, type GraphNode } from '../../../../engine/index.js';
import { newId } from '../../../../platform/new-id.js';
import type { Services } from '../../../../platform/services.js';
import { emptyContent, flowReferencesOf } from '../../flows/index.js';
import { type AttemptResult, attemptStep } from '../run/attempt-step.js';
import { claimInMemory } from '../run/claim-in-memory.js';
import type { DriveDeps } from '../run/drive-deps.js';
import { ExecutionContext } from '../run/execution-context.js';
import { ExecutionSecrets } from '../run/execution-secrets.js';
import { openValues } from '../run/open-values.js';
import { openStep } from '../run/step-record.js';
import type { ClaimedExecution } from '../store/execution-record.js';
import { drivingHere, replayDeps } from './replay/replay-deps.js';

/** A node that runs outside of an execution, for its flow. */
export interface LoneNode
  extends Pick<ClaimedExecution, 'workspaceId' | 'workspaceName' | 'flowId' | 'flowName' | 'flowVersion' | 'runAs'> {
  trigger: ClaimedExecution['trigger'];
  node: GraphNode;
  /** What its expressions read as `triggerData`. */
  triggerData: unknown;
}

/**
 * Attempts a node once, as a step does: with the secrets and rates of its flow, but without ports. Nothing is recorded.
 * @returns how it ended; its output as records show it
 */
export async function attemptAlone(
  { get }: Pick<Services, 'get'>,
  { node, ...lone }: LoneNode,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const given = get(drivingHere);
  const deps: DriveDeps = { ...replayDeps(given), nodes: given.nodes, outbound: given.outbound, now: given.now };
  const startedAt = deps.now().toISOString();
  const at = { startedAt, claimedAt: startedAt };
  const run = claimInMemory({ ...lone, ...at, id: newId(), startNodeId: node.id, request: null });
  const { workspaceId, flowId } = run;
  const names = await flowReferencesOf({ nodes: [node] });
  const secrets = await ExecutionSecrets.open(deps.vault, run, await deps.values({ workspaceId, flowId, names }));
  const reader = await openValues(deps, run, () => signal.aborted);
  const version = await deps.versions.read({
    ...run,
    simulated: { content: { nodes: [node], edges: [], variables: [], settings: emptyContent.settings } },
  });
  const executionContext = new ExecutionContext(run, version, secrets, reader, deps.now, deps.stepAddress);
  const step = openStep(node, { nodeId: node.id, iteration: '' }, deps.now());
  const state = new ExecutionState(version.planFrom(node.id), []);
  const result = await attemptStep({ deps, step, state, executionContext, signal, onLateOperation: () => {} });
  return {
    ...result,
    ...('output' in result && { output: secrets.shown(result.output) }),
    ...('error' in result && { error: secrets.shown(result.error) }),
  } as AttemptResult;
}
