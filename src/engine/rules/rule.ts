import type { FlowContext } from './flow-context.js';

export type Severity = 'error' | 'warning' | 'info';

/** Something a rule has to say about a flow. The message names the node by its label and says the cure. */
export interface Issue {
  ruleId: string;
  severity: Severity;
  /** `save`: the flow cannot be stored; `activation`: a draft can be stored, but not run; null: nothing. */
  blocks: 'save' | 'activation' | null;
  message: string;
  nodeId?: string;
  edgeId?: string;
  /** The path in the node's data, as `conditions[0].left`. */
  field?: string;
}

/** One broken place; what is the same for all of a rule stands in the rule. */
export type Finding = Pick<Issue, 'message' | 'nodeId' | 'edgeId' | 'field'>;

/** One thing that is to be right about a flow. Rules are data: they know nothing of each other but names. */
export interface Rule {
  id: string;
  /** What is wrong where it speaks, in general; one sentence of Markdown. */
  meaning: string;
  /** What to do about it; one sentence of Markdown. */
  cure: string;
  severity: Severity;
  blocks: Issue['blocks'];
  /** Narrower rules: where one of them speaks of the same node or edge, or of the whole flow, this one is silent. */
  silencedBy?: readonly string[];
  check(context: FlowContext): Finding[];
}

/** Severity and effect of a rule that keeps a flow from being stored. */
export const refusesSave = { severity: 'error', blocks: 'save' } as const;
/** Severity and effect of a rule that keeps a flow from being run. */
export const refusesRun = { severity: 'error', blocks: 'activation' } as const;
export const warns = { severity: 'warning', blocks: null } as const;
export const informs = { severity: 'info', blocks: null } as const;
