import type { Capability } from '../access/capabilities.js';
import { eventType } from './event-type.js';

/** A reference to a flow that something starts later, for example a step of a sequence. */
export interface NamedFlow {
  /** The path of the field that names it: `steps[2].flowId`. */
  field: string;
  flowId: string;
  /** The node whose field it is. */
  nodeId?: string;
}

/** References to flows that a change adds, and the capabilities of the caller. */
export interface FlowsNamed {
  workspaceId: string;
  held: ReadonlySet<Capability>;
  named: readonly NamedFlow[];
}

/** Published in the transaction of a change, before it is written; refused for flows that the caller may not start. */
export const flowsNamed = eventType<FlowsNamed>('flows.named');
