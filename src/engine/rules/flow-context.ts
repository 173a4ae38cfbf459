import { groupBy, indexNodes, type PlannedEdge, resolveEdges } from '../edges.js';
import type { Graph, GraphEdge, GraphNode } from '../graph.js';
import { dataOf, isLoop, loopHandles } from '../handles.js';
import { closure, type Forward, findLoopBodies, type LoopBodies } from '../loop-bodies.js';
import type { NodeCatalogue, NodeShape } from '../node-shape.js';
import { compilePlan, type Plan } from '../plan.js';
import { ancestorsIn } from './ancestors.js';
import { type ExpressionUse, expressionUses, type ReferenceUse, referenceUses } from './expression-uses.js';
import { type FieldViolation, fieldViolations } from './field-violations.js';
import { type RecordUse, recordUses } from './record-uses.js';

export interface DeclaredVariable {
  name: string;
  value?: unknown;
}

/** Of two flows, which calls which. */
export interface FlowCall {
  caller: string;
  callee: string;
}

export interface FlowInput {
  graph: Graph;
  catalogue: NodeCatalogue;
  settings?: { triggerType?: string | null } | null;
  variables?: readonly DeclaredVariable[] | null;
  /** Names of the secrets that the flow may use. */
  secrets?: Iterable<string>;
  /** Names of the workspace's secrets that are another flow's alone. */
  foreignSecrets?: Iterable<string>;
  /** Names of the workspace's global variables. */
  globalVars?: Iterable<string>;
  /** Ids of the workspace's records by name of their kind, as far as the flow names them. Kinds left out are not looked at. */
  records?: Readonly<Record<string, Iterable<string>>>;
  /** The flow's own id; left out for one that is not stored yet. */
  flowId?: string;
  /** Who calls whom among the flows that can be reached from the ones that this flow calls. */
  calls?: readonly FlowCall[];
}

/** What the rules ask of a flow, each fact found once. Holds for any graph, however malformed. */
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

  /** Known edges by source, without those into a loop's `next`. */
  readonly forward = once(
    (): Forward =>
      groupBy(
        this.resolved().filter((edge) => edge.targetHandle !== loopHandles.next),
        (edge) => edge.source,
      ),
  );

  /** Nodes to which a path leads from a trigger. */
  readonly reachable = once(() =>
    closure(
      this.forward(),
      this.triggers.map((trigger) => trigger.id),
    ),
  );

  readonly loops = once((): readonly GraphNode[] =>
    [...this.nodesById.values()].filter((node) => {
      const shape = this.shapeOf(node);
      return shape !== undefined && isLoop(shape);
    }),
  );

  readonly bodies = once((): LoopBodies => {
    const starts = this.triggers.map((trigger) => trigger.id);
    const loops = this.loops().map((loop) => loop.id);
    return findLoopBodies(this.forward(), this.reachable(), starts, loops);
  });

  /** Known edges by source and by target, those into `next` included. */
  readonly outgoing = once(
    (): ReadonlyMap<string, readonly PlannedEdge[]> => groupBy(this.resolved(), (edge) => edge.source),
  );

  readonly plan = once((): Plan => compilePlan(this.graph, this.catalogue));

  /** Whether one node runs before another on every way to it that a run can take: its ancestors. */
  readonly isUpstream = once(() => ancestorsIn(this.plan()));

  /** All texts with expressions, read or with the fault that kept them from being read. */
  readonly expressions = once((): readonly ExpressionUse[] => expressionUses(this.nodes, this.catalogue));

  /** Everything that some expression reads. */
  readonly references = once((): readonly ReferenceUse[] => referenceUses(this.expressions()));

  /** Every place that names a record of the workspace. */
  readonly records = once((): readonly RecordUse[] => recordUses(this.nodes, this.catalogue));

  /** What is wrong with the fields of nodes of known types. */
  readonly violations = once((): readonly FieldViolation[] =>
    this.nodes.flatMap((node) => {
      const shape = this.shapeOf(node);
      return shape ? fieldViolations(node, shape) : [];
    }),
  );

  shapeOf(node: GraphNode | undefined): NodeShape | undefined {
    return node && this.catalogue.get(node.type);
  }

  /** How a node is called in messages: its label in quotes, else its id. */
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
