/** A node as flows store it. Other properties are kept as they are. */
export interface FlowNode {
  id: string;
  type: string;
  position: { x: number; y: number };
  data: Readonly<Record<string, unknown>>;
  /** What the node answers in simulations. */
  pinnedData?: unknown;
}

/** An edge as flows store it. */
export interface FlowEdge {
  id: string;
  source: string;
  target: string;
  sourceHandle?: string | null;
  targetHandle?: string | null;
}

export interface FlowVariable {
  name: string;
  scope: 'flow' | 'execution';
  type: 'array' | 'boolean' | 'json' | 'number' | 'object' | 'string';
  value: unknown;
}

/** How long ended executions are kept. */
export interface FlowRetention {
  days?: number | null;
  failed?: number | null;
  keep?: 'all' | 'failures' | 'none' | null;
}

/** How many executions of a flow may run, by a key. What is not set limits nothing. */
export interface FlowControl {
  key?: string | null | undefined;
  concurrency?: number | null | undefined;
  overlap?: 'queue' | 'skip' | 'replace' | null | undefined;
  debounceSeconds?: number | null | undefined;
  batch?: { max: number; seconds: number } | null | undefined;
  throttle?: { count: number; seconds: number } | null | undefined;
  /** A number, or a text with an expression. */
  priority?: unknown;
}

/** How many executions fail for one cause until later ones wait before the node. */
export interface HoldSettings {
  failures: number;
  seconds: number;
}

/** The limits of a flow. What is not set has its default. */
export interface FlowSettings {
  control?: FlowControl | null;
  dailyBudget?: string | null;
  environment?: string | null;
  errorFlowId?: string | null;
  hold?: HoldSettings | null;
  maxConcurrent?: number;
  monthlyBudget?: string | null;
  retention?: FlowRetention | null;
  timeout?: number;
}

/** What a draft holds, and a version. */
export interface FlowContent {
  nodes: readonly FlowNode[];
  edges: readonly FlowEdge[];
  variables: readonly FlowVariable[];
  settings: FlowSettings;
}

interface StoredContent {
  nodes: readonly unknown[];
  edges: readonly unknown[];
  variables: readonly FlowVariable[];
  settings: FlowSettings;
}

/** The content of an answer, in which every node has a position and data. */
export function contentOf({ nodes, edges, variables, settings }: StoredContent): FlowContent {
  return {
    nodes: (nodes as FlowNode[]).map((node) => ({
      ...node,
      position: { x: node.position?.x ?? 0, y: node.position?.y ?? 0 },
      data: node.data ?? {},
    })),
    edges: (edges as FlowEdge[]).map((edge, index) => ({ ...edge, id: edge.id ?? `e${index}` })),
    variables: variables.map(({ name, scope, type, value }) => ({ name, scope, type, value })),
    settings,
  };
}

/** The content as an input. The settings have no trigger: its node holds it. */
export function inputOf({ nodes, edges, variables, settings }: FlowContent) {
  return {
    nodes: nodes.map(({ id, type, position, data, pinnedData, ...others }) => ({
      id,
      type,
      position,
      data,
      ...extraOf(others),
      ...(pinnedData !== undefined && { pinnedData }),
    })),
    edges: edges.map(({ id, source, target, sourceHandle, targetHandle, ...others }) => ({
      id,
      source,
      target,
      ...extraOf(others),
      ...(sourceHandle !== undefined && { sourceHandle }),
      ...(targetHandle !== undefined && { targetHandle }),
    })),
    variables: variables as FlowVariable[],
    settings,
  };
}

/** The keys of other editors, as an input has them. */
function extraOf(others: object): { extra?: Record<string, unknown> } {
  return Object.keys(others).length > 0 ? { extra: { ...others } } : {};
}

/** Whether two values are the same as JSON, whatever the order of their keys. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => sameJson((a as Values)[key], (b as Values)[key]));
}
type Values = Record<string, unknown>;

/** Whether two contents publish the same. */
export function sameContent(a: FlowContent, b: FlowContent): boolean {
  return a === b || sameJson(inputOf(a), inputOf(b));
}
