import { isDeepStrictEqual } from 'node:util';
import type { Graph } from '../../../../engine/graph.js';
import type { FlowControl } from '../../../../engine/index.js';
import type { TriggerType } from '../../../../engine/node-shape.js';
import type { HoldSettings } from './flow-hold.js';
import type { FlowRetention } from './flow-retention.js';

/** The types of variables. `json` accepts any value. */
export const variableTypes = ['string', 'number', 'boolean', 'object', 'array', 'json'] as const;

/** The scopes of variables. With `flow`, each execution starts with the value. */
export const variableScopes = ['flow', 'execution'] as const;

// Type aliases, because interfaces are not assignable to the records that the rules read.
export type FlowVariable = {
  name: string;
  value: unknown;
  type: string;
  scope: string;
};

export type FlowSettings = {
  triggerType: TriggerType;
  triggerConfig: Record<string, unknown>;
  /** Seconds that an execution may run. */
  timeout: number;
  /** Executions that may be active at the same time. */
  maxConcurrent: number;
  environment?: string;
  /** Credits that executions may spend in a day in the time zone of the workspace, as a decimal. */
  dailyBudget?: string;
  /** The same for a month. */
  monthlyBudget?: string;
  /** The flow that gets the failures of its executions. */
  errorFlowId?: string;
  retention?: FlowRetention;
  /** How many executions may run, by key. */
  control?: FlowControl;
  /** When it is held before a node that fails. */
  hold?: HoldSettings;
};

/** The content of a flow, stored with each of its versions: the fields of the create request. */
export interface FlowContent extends Graph {
  name: string;
  description: string;
  variables: FlowVariable[];
  settings: FlowSettings;
  tags: string[];
  folderId: string | null;
}

/** The content of a new flow before the fields of the request are applied. */
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

/** True if both are stored in the same form. */
export function sameContent(one: FlowContent, other: FlowContent): boolean {
  return one === other || isDeepStrictEqual(one, other);
}
