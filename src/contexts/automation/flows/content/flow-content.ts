import { isDeepStrictEqual } from 'node:util';
import type { Graph } from '../../../../engine/graph.js';
import type { TriggerType } from '../../../../engine/node-shape.js';

/** What a variable's `type` may be. `json` takes any value. */
export const variableTypes = ['string', 'number', 'boolean', 'object', 'array', 'json'] as const;

/** What a variable's `scope` may be. `flow`: its value is the default for each run. */
export const variableScopes = ['flow', 'execution'] as const;

// Aliases, not interfaces: the rules read both as records of anything.
export type FlowVariable = {
  name: string;
  value: unknown;
  type: string;
  scope: string;
};

export type FlowSettings = {
  triggerType: TriggerType;
  triggerConfig: Record<string, unknown>;
  /** Seconds of running time. */
  timeout: number;
  /** Runs that may be active at once. */
  maxConcurrent: number;
  environment?: string;
  /** Credits that its runs may spend in a day of the workspace, as a decimal. */
  dailyBudget?: string;
};

/** What a flow consists of, and what each of its versions keeps: the fields of the create request. */
export interface FlowContent extends Graph {
  name: string;
  description: string;
  variables: FlowVariable[];
  settings: FlowSettings;
  tags: string[];
  folderId: string | null;
}

/** What a new flow starts from. */
export const emptyContent: FlowContent = {
  name: '',
  description: '',
  nodes: [],
  edges: [],
  variables: [],
  settings: { triggerType: 'manual', triggerConfig: {}, timeout: 300, maxConcurrent: 10 },
  tags: [],
  folderId: null,
};

/** True where both would be stored alike. */
export function sameContent(one: FlowContent, other: FlowContent): boolean {
  return one === other || isDeepStrictEqual(one, other);
}
