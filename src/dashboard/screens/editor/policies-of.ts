import { runsForEach } from '../../canvas/graph';
import type { FlowNode } from './flow-content';
import type { Schema } from './form/schema.js';
import { policies } from './policies';

/** What says how a node runs for each item. */
const ofEach = ['eachConcurrency', 'onItemError', 'rate'];

interface PolicyType {
  targetHandles: readonly string[];
  fields?: unknown;
}

/** What this node accepts beside its own fields now: triggers, exits, loops and merges do not run for each item of a list. */
export function policiesOf(node: FlowNode, type: PolicyType | undefined): Schema {
  const own = (type?.fields as Schema | undefined)?.properties ?? {};
  const isWhole = ['logic.merge', 'logic.race'].includes(node.type) || type?.targetHandles.includes('next');
  const isRoot = type?.targetHandles.length === 0;
  const hidden = new Set([...(runsForEach(node) ? [] : ofEach), ...(isWhole || isRoot ? ['each', ...ofEach] : [])]);
  const shown = Object.entries(policies.properties ?? {}).filter(([name]) => !hidden.has(name) && !(name in own));
  return { ...policies, properties: Object.fromEntries(shown) };
}
