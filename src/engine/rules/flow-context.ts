import type { FlowControl } from '../control.js';
import { groupBy, indexNodes, type PlannedEdge, resolveEdges } from '../edges.js';
import type { Graph, GraphEdge, GraphNode } from '../graph.js';
import { dataOf, isLoop, isReturn, isRoot } from '../handles.js';
import { closure, type Forward, findLoopBodies, type LoopBodies } from '../loop-bodies.js';
import type { NodeCatalogue, NodeShape } from '../node-shape.js';
import { compilePlan, type Plan } from '../plan.js';
import { metered, meterOfPart, workOfFlow } from '../work.js';
import { ancestorsIn } from './ancestors.js';
import {
  type ExpressionUse,
  expressionUses,
  type ParsedNodes,
  type ReferenceUse,
  referenceUses,
} from './expression-uses.js';
import { type FieldViolation, fieldViolations } from './field-violations.js';
import type { CalledFlow } from './handed-secrets.js';
import { type RecordUse, recordUses } from './record-uses.js';

export interface DeclaredVariable {
  name: string;
  value?: unknown;
}

/** One flow calls another. */
export interface FlowCall {
  caller: string;
  callee: string;
}

export interface FlowInput {
  graph: Graph;
  catalogue: NodeCatalogue;
  settings?: { triggerType?: string | null; errorFlowId?: string; control?: FlowControl | null } | null;
  variables?: readonly DeclaredVariable[] | null;
  /** Names of the secrets that the flow may use. */
  secrets?: Iterable<string>;
  /** Names of the workspace's secrets that belong to another flow only. */
  foreignSecrets?: Iterable<string>;
  /** Names of the workspace's global variables. */
  globalVars?: Iterable<string>;
  /** IDs of the workspace's records that the flow names, by the name of their kind. Kinds that are missing are not checked. */
  records?: Readonly<Record<string, Iterable<string>>>;
  /** The flows that this one hands secrets on to. Those that are missing are not checked. */
  calledFlows?: readonly CalledFlow[];
  /** The flow's own ID; missing for a flow that is not stored yet. */
  flowId?: string;
  /** The nodes of the flow and of those that it calls, if they have been parsed already. */
  parsed?: ParsedNodes | undefined;
  /** The calls between flows, as far as they can be reached from the flows that this flow calls. */
  calls?: readonly FlowCall[];
}

/** What the rules read of a flow; each value is computed once. Accepts any graph, however malformed. */
export class FlowContext {
  readonly graph: Graph;
  readonly nodes: GraphNode[];
  readonly edges: GraphEdge[];
  readonly nodesById: ReadonlyMap<string, GraphNode>;
  readonly catalogue: NodeCatalogue;
  readonly triggers: readonly GraphNode[];

  constructor(readonly input: FlowInput) {
    this.nodes = listOf(input.graph?.nodes).filter((node) => typeof node.id === 'string');
    this.edges = listOf(input.graph?.edges);
    this.graph = { nodes: this.nodes, edges: this.edges };
    this.nodesById = indexNodes(this.graph);
    this.catalogue = input.catalogue;
    this.triggers = this.nodes.filter((node) => this.shapeOf(node)?.trigger !== undefined);
  }

  get variables(): readonly DeclaredVariable[] {
    return listOf(this.input.variables).filter((variable) => typeof variable.name === 'string');
  }

  /** Edges with both ends and both handles known. */
  readonly resolved = once(() => resolveEdges(this.edges, this.nodesById, this.catalogue));

  /** Known edges by source, without those into a loop's `next` and `break`. */
  readonly forward = once(
    (): Forward =>
      groupBy(
        this.resolved().filter((edge) => !isReturn(edge)),
        (edge) => edge.source,
      ),
  );

  /** The triggers and the exits: executions begin at them. */
  readonly roots = once((): readonly string[] =>
    this.nodes.filter((node) => isRoot(this.shapeOf(node) ?? {})).map(({ id }) => id),
  );

  /** Nodes that can be reached from a trigger or an exit. */
  readonly reachable = once(() => closure(this.forward(), this.roots()));

  readonly loops = once((): readonly GraphNode[] =>
    [...this.nodesById.values()].filter((node) => {
      const shape = this.shapeOf(node);
      return shape !== undefined && isLoop(shape);
    }),
  );

  readonly bodies = once((): LoopBodies => {
    const loops = this.loops().map((loop) => loop.id);
    return findLoopBodies(this.forward(), this.reachable(), this.roots(), loops);
  });

  /** Known edges by source and by target, those into `next` and `break` included. */
  readonly outgoing = once(
    (): ReadonlyMap<string, readonly PlannedEdge[]> => groupBy(this.resolved(), (edge) => edge.source),
  );

  /** What each trigger starts. */
  readonly plans = once((): readonly Plan[] =>
    this.triggers.map(({ id }) => compilePlan(this.graph, this.catalogue, id)),
  );

  /** Whether one node can have run before another, by any trigger: its ancestors. */
  readonly isUpstream = once(() => {
    const tests = this.plans().map(ancestorsIn);
    return (ancestor: string, nodeId: string) => tests.some((isAncestor) => isAncestor(ancestor, nodeId));
  });

  /** All texts with expressions, parsed or with the error that parsing them gave. */
  readonly expressions = once((): readonly ExpressionUse[] =>
    expressionUses(this.nodes, this.catalogue, this.input.parsed),
  );

  /** Everything that expressions read. */
  readonly references = once((): readonly ReferenceUse[] => referenceUses(this.expressions()));

  /** Every place that names a record of the workspace. */
  readonly records = once((): readonly RecordUse[] => recordUses(this.nodes, this.catalogue));

  /** What is wrong with the fields of nodes of known types. */
  readonly violations = once((): readonly FieldViolation[] =>
    metered(meterOfPart(workOfFlow), () =>
      this.nodes.flatMap((node) => {
        const shape = this.shapeOf(node);
        return shape ? fieldViolations(node, shape) : [];
      }),
    ),
  );

  shapeOf(node: GraphNode | undefined): NodeShape | undefined {
    return node && this.catalogue.get(node.type);
  }

  /** A message about a field of a node. `problem` continues the sentence: `is required.` */
  fieldMessage(node: GraphNode, field: string, problem: string): string {
    return `${this.nameOf(node)}: ${field === '' ? 'data' : field} ${problem}`;
  }

  /** The name of a node in messages: its label in quotes, else its ID. */
  nameOf(node: GraphNode | string): string {
    const found = typeof node === 'string' ? this.nodesById.get(node) : node;
    const label = found && dataOf(found).label;
    const name = typeof label === 'string' && label.trim() !== '' ? label.trim() : (found?.id ?? String(node));
    return `"${name.slice(0, 80)}"`;
  }
}

function once<T>(find: () => T): () => T {
  let found: { value: T } | undefined;
  return () => {
    found ??= { value: find() };
    return found.value;
  };
}

function listOf<T extends object>(value: readonly T[] | null | undefined): T[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null) : [];
}
