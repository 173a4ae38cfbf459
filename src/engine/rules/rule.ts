import type { FlowContext } from './flow-context.js';

export type Severity = 'error' | 'warning' | 'info';

/** A problem that a rule found in a flow. The message names the node by its label and says how to correct it. */
export interface Issue {
  ruleId: string;
  severity: Severity;
  /** `save`: the flow cannot be stored; `activation`: it can be stored as a draft, but not run; null: neither. */
  blocks: 'save' | 'activation' | null;
  message: string;
  nodeId?: string;
  edgeId?: string;
  /** The path in the node's data, as `conditions[0].left`. */
  field?: string;
}

/** One violation of a rule, without what the rule itself defines. */
export type Finding = Pick<Issue, 'message' | 'nodeId' | 'edgeId' | 'field'>;

/** A check of a flow's graph. Rules refer to each other only by ID. */
export interface Rule {
  id: string;
  /** What is wrong, in general; one sentence of Markdown. */
  meaning: string;
  /** How to correct it; one sentence of Markdown. */
  cure: string;
  severity: Severity;
  blocks: Issue['blocks'];
  /** Narrower rules: where one of them reports the same node or edge, or the whole flow, this rule's finding is dropped. */
  silencedBy?: readonly string[];
  check(context: FlowContext): Finding[];
}

/** Severity and effect of a rule that blocks saving a flow. */
export const refusesSave = { severity: 'error', blocks: 'save' } as const;
/** Severity and effect of a rule that blocks running a flow. */
export const refusesRun = { severity: 'error', blocks: 'activation' } as const;
export const warns = { severity: 'warning', blocks: null } as const;
export const informs = { severity: 'info', blocks: null } as const;
