/** A flow's graph in React Flow's format, as it is stored and sent. */
export interface GraphNode {
  id: string;
  type: string;
  position: { x: number; y: number };
  data: NodeData;
  /** What the node answers in simulations instead of running; executions ignore it. */
  pinnedData?: unknown;
}

/** A node's own fields, with the policies that every node accepts. */
export interface NodeData {
  label?: string;
  disabled?: boolean;
  retry?: RetryPolicy;
  onError?: OnError;
  /** Seconds that one attempt may take, including its wait. */
  timeout?: number;
  [field: string]: unknown;
}

export interface RetryPolicy {
  /** Attempts including the first: 1 to 10. */
  attempts: number;
  backoffSeconds?: number;
  factor?: number;
}

export type OnError = 'fail' | 'continue' | 'branch';

export interface GraphEdge {
  id: string;
  source: string;
  target: string;
  /** Defaults to the first handle of the source. */
  sourceHandle?: string | null;
  /** Defaults to the first handle of the target. */
  targetHandle?: string | null;
}

export interface Graph {
  nodes: GraphNode[];
  edges: GraphEdge[];
}
