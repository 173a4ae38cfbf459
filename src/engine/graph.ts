/** A flow's graph in React Flow's format, as it is stored and sent. */
export interface GraphNode {
  id: string;
  type: string;
  position: { x: number; y: number };
  data: NodeData;
}

/** A node's own fields, with the policies that every node accepts. */
export interface NodeData {
  label?: string;
  disabled?: boolean;
  retry?: RetryPolicy;
  onError?: OnError;
  /** Seconds one attempt may take. */
  timeout?: number;
  [field: string]: unknown;
}

export interface RetryPolicy {
  /** Counts the first one: 1 to 10. */
  attempts: number;
  backoffSeconds?: number;
  factor?: number;
}

export type OnError = 'fail' | 'continue' | 'branch';

export interface GraphEdge {
  id: string;
  source: string;
  target: string;
  /** Left out: the source's only or first handle. */
  sourceHandle?: string | null;
  /** Left out: the target's only or first handle. */
  targetHandle?: string | null;
}

export interface Graph {
  nodes: GraphNode[];
  edges: GraphEdge[];
}
