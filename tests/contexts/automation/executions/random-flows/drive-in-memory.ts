import { setImmediate as turn } from 'node:timers/promises';
import pino from 'pino';
import type { DriveDeps } from '../../../../../src/contexts/automation/executions/run/drive-deps.js';
import { ExecutionDriver } from '../../../../../src/contexts/automation/executions/run/drive-execution.js';
import type {
  Checkpoint,
  ClaimedExecution,
  Release,
  StepRecord,
} from '../../../../../src/contexts/automation/executions/store/execution-record.js';
import type { ExecutionStore } from '../../../../../src/contexts/automation/executions/store/execution-store.js';
import type { WantedResults } from '../../../../../src/contexts/automation/executions/store/read-results.js';
import { compilePlan, type GraphEdge, type GraphNode, visitKey } from '../../../../../src/engine/index.js';
import { catalogue, type NodePorts } from '../../../../../src/nodes/index.js';

import { OutboundError } from '../../../../../src/platform/outbound/index.js';
import { ByteBudget } from '../../../../../src/platform/slots/byte-budget.js';

import { FairSlots } from '../../../../../src/platform/slots/fair-slots.js';
import type { Random } from './choices.js';
import { answerBody } from './node-kinds/effect-kinds.js';

export interface DrivenRun {
  steps: ReadonlyMap<string, StepRecord>;
  end: Extract<Release, { kind: 'ended' }>;
  /** How often another worker took the run over. */
  takeovers: number;
}

export interface World {
  graph: { nodes: GraphNode[]; edges: GraphEdge[] };
  /** Whether a call of a node fails at this attempt. */
  fails: (nodeId: string, iteration: string, attempt: number) => false | 'status' | 'connection';
  random: Random;
  /** One checkpoint in so many finds the run taken over by another worker; 0 for none. */
  crashes: number;
}

const id = '01970000-0000-7000-8000-000000000001';
const log = pino({ level: 'silent' });

/**
 * Drives a run to its end as workers do, with the real driver, engine and nodes, on a store in memory and a clock that
 * jumps to whatever the run waits for. Workers lose the run now and then, and the next one goes on from what is written.
 */
export async function driveInMemory(world: World): Promise<DrivenRun> {
  const { random } = world;
  const steps = new Map<string, StepRecord>();
  let fence = 0;
  let clock = Date.parse('2026-01-05T09:00:00Z');
  let left: Release | undefined;
  let takeovers = 0;

  async function checkpoint(written: Checkpoint): Promise<boolean> {
    for (let turns = random(3); turns > 0; turns--) await turn();
    if (world.crashes > 0 && random(world.crashes) === 0 && takeovers < 20) {
      fence++;
      takeovers++;
    }
    if (written.run.fence !== fence) return false;
    for (const step of JSON.parse(JSON.stringify(written.steps)) as StepRecord[]) {
      const known = steps.get(visitKey(step));
      if (known && known.status !== 'running' && known.status !== 'waiting') {
        throw new Error(`${step.nodeId}@${step.iteration} was ${known.status} and became ${step.status}.`);
      }
      steps.set(visitKey(step), { ...step, startedAt: known?.startedAt ?? step.startedAt });
    }
    for (const { progress, ...loop } of written.loops ?? []) {
      const known = steps.get(visitKey(loop)) as StepRecord;
      if (known.status === 'running') steps.set(visitKey(loop), { ...known, progress });
    }
    left = written.release;
    return true;
  }

  const fetch: DriveDeps['outbound']['fetch'] = async (url, init) => {
    const [, nodeId = '', iteration = ''] = init.headers?.['idempotency-key']?.split(':') ?? [];
    const { attempt, status } = steps.get(visitKey({ nodeId, iteration })) as StepRecord;
    // It was written as running before anything left the process.
    if (status !== 'running') throw new Error(`${nodeId}@${iteration} was called while it was ${status}.`);
    for (let turns = random(6); turns > 0; turns--) await turn();
    const failure = world.fails(nodeId, iteration, attempt);
    if (failure === 'connection') throw new OutboundError('OUTBOUND_FAILED', 'The connection was closed.', true);
    const body = Buffer.from(JSON.stringify(answerBody(nodeId, iteration)));
    return { status: failure ? 503 : 200, headers: { 'content-type': 'application/json' }, body, url };
  };

  const plan = compilePlan(world.graph, catalogue);
  const row = { name: 'Random', variables: [], settings: {} as never, ...world.graph };
  const version = { row, variables: {}, timeoutSeconds: 86_400, planFrom: () => plan };
  const deps: DriveDeps = {
    store: {
      checkpoint,
      results: async (_: unknown, wanted: WantedResults) => resultsIn(steps, wanted),
      holds: async () => [],
      signals: async () => ({ seen: 0, signals: new Map() }),
    } as unknown as ExecutionStore,
    versions: { read: async () => version },
    capabilitiesOf: async () => new Set(),
    values: async () => ({ secrets: {}, allowedHosts: {}, globalVars: {} }),
    openConnection: () => Promise.reject(new Error('The flow names no connection.')),
    openDatabase: () => Promise.reject(new Error('The flow names no database.')),
    countryOf: async () => null,
    vault: {} as DriveDeps['vault'],
    nodes: catalogue,
    outbound: { fetch },
    memory: new ByteBudget(1e9),
    json: { parse: async (text) => JSON.parse(text) },
    credits: {} as DriveDeps['credits'],
    ports: () => ({}) as NodePorts,
    approvalLink: () => '',
    stepAddress: () => '',
    callFlow: async () => ({ kind: 'done', output: null }),
    endAttempts: async () => {},
    reserveSlot: async () => clock,
    now: () => new Date(clock),
    log,
  };

  for (let turns = 0; turns < 500; turns++) {
    left = undefined;
    await new ExecutionDriver(deps, claimed(++fence, steps, clock), new FairSlots(1).of(id)).drive();
    const release = left as Release | undefined;
    if (release?.kind === 'ended') return { steps, end: release, takeovers };
    if (release?.kind === 'waiting' && release.until) clock = Math.max(clock, Date.parse(release.until));
  }
  throw new Error('The run does not come to its end.');
}

function claimed(fence: number, steps: ReadonlyMap<string, StepRecord>, now: number): ClaimedExecution {
  const at = new Date(now).toISOString();
  return {
    id,
    workspaceId: id,
    workspaceName: 'Acme',
    flowId: id,
    flowName: 'Random',
    flowVersion: 1,
    trigger: 'manual',
    startNodeId: null,
    triggerData: { index: 0 },
    request: null,
    encrypted: null,
    mocks: null,
    runAs: null,
    chain: [],
    callDepth: 0,
    signals: 0,
    takeovers: 0,
    startedAt: at,
    activeMs: 0,
    claimedAt: at,
    fence,
    steps: claimedSteps([...steps.values()]).map((step) => structuredClone(step)),
  };
}

/** The steps that a claim reads: not those of finished iterations, but where their variables are in effect. */
function claimedSteps(all: readonly StepRecord[]): StepRecord[] {
  const read = new Set(all.filter(({ iteration }) => iteration === ''));
  for (const { progress } of read) {
    const reads = progress && 'reads' in progress ? progress.reads : [];
    const isRead = ({ iteration, nodeId }: StepRecord) =>
      reads.some((one) => one.iteration === iteration && (one.nodeId === undefined || one.nodeId === nodeId));
    for (const step of all) if (isRead(step)) read.add(step);
  }
  return [...read];
}

function resultsIn(
  steps: ReadonlyMap<string, StepRecord>,
  { iterations, nodeIds, bodyIds }: WantedResults,
): StepRecord[] {
  const isFailure = ({ status, handle, nodeId }: StepRecord) =>
    status === 'failed' && handle === null && bodyIds.includes(nodeId);
  return [...steps.values()].filter(
    (step) => iterations.includes(step.iteration) && (nodeIds.includes(step.nodeId) || isFailure(step)),
  );
}
