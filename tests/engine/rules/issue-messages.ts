import { type FlowInput, type Graph, type Issue, validateFlow } from '../../../src/engine/index.js';
import { catalogue, graphOf, node } from '../catalogue.js';

/** The trigger of the flows in these tests. */
export const start = node('t', 'trigger.manual');

export function check(graph: Graph, more: Partial<FlowInput> = {}): Issue[] {
  return validateFlow({ graph, catalogue, ...more }).issues;
}

/** Issues in short: rule, then node, edge and field. */
export function issueMessages(graph: Graph, more: Partial<FlowInput> = {}): string[] {
  return check(graph, more).map(({ ruleId, nodeId, edgeId, field }) =>
    [ruleId, nodeId, edgeId, field].filter(Boolean).join(' '),
  );
}

/** Steps t → a → b → c and t → node-1, of which b reads a text. */
export function reading(text: string): Graph {
  const nodes = [start, node('a'), node('b', 'task', { deep: [{ text }] }), node('c'), node('node-1')];
  return graphOf(nodes, 't>a a>b b>c t>node-1');
}
