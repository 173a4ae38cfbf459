import { bindConditions, resolveExpression, resolveForEach } from '../../src/engine/index.js';
import { catalogue, type NodeContext, type NodePorts, type NodeType, type Outcome } from '../../src/nodes/index.js';

export interface Ran {
  outcome: Outcome;
  variables: Record<string, unknown>;
  logs: string[];
}

/** The node type; throws if it does not exist. */
export function nodeOf(type: string): NodeType {
  const node = catalogue.get(type);
  if (!node) throw new Error(`No node type ${type}`);
  return node;
}

const closedPort = new Proxy({}, { get: () => () => Promise.reject(new Error('This node has no business outside.')) });

/** The given ports; a node that uses another one fails. */
export function portsWith(own: { [Name in keyof NodePorts]?: Partial<NodePorts[Name]> }): NodePorts {
  return new Proxy(own, { get: (ports, name) => ports[name as keyof NodePorts] ?? closedPort }) as unknown as NodePorts;
}

/** Parses data as an execution does and runs the node once; without `fetch` the network is not available. */
export async function runNode(
  type: string,
  data: Record<string, unknown>,
  context: Partial<Omit<NodeContext<unknown>, 'data' | 'recorded'>> = {},
): Promise<Ran> {
  const node = nodeOf(type);
  const variables: Record<string, unknown> = {};
  const logs: string[] = [];
  const parsed = node.fields.parse(data);
  const outcome = await node.run({
    data: parsed,
    recorded: parsed,
    inputs: {},
    triggerData: {},
    now: new Date('2026-01-05T09:00:00.000Z'),
    isFirst: true,
    nodeId: 'node',
    idempotencyKey: 'execution:node:',
    fetch: () => Promise.reject(new Error('This node has no business on the network.')),
    parseJson: async (text) => JSON.parse(text),
    signal: new AbortController().signal,
    log: (_level, message) => logs.push(message),
    setVariable: (name, value) => {
      variables[name] = value;
    },
    evaluate: (expression) => resolveExpression(expression, { triggerData: context.triggerData ?? {} }).value,
    evaluateEach: (each, items) => resolveForEach(each, items, { triggerData: context.triggerData ?? {} }).value,
    bindConditions: (conditions, taken) =>
      bindConditions(conditions, { triggerData: context.triggerData ?? {} }, taken).value,
    visible: () => ({
      nodes: [],
      arrived: [],
      globalVars: {},
      execution: {},
      flow: {},
      now: '2026-01-05T09:00:00.000Z',
    }),
    approvalLink: (approver) => `http://localhost/approve#token=${approver}`,
    takeSlot: async () => null,
    callFlow: () => Promise.reject(new Error('This node calls no flow.')),
    ports: portsWith({}),
    ...context,
  });
  return { outcome, variables, logs };
}

/** The paths of the fields that the type rejects in this data; empty if it is valid. */
export function refusedFields(type: string, data: Record<string, unknown>): string[] {
  const parsed = nodeOf(type).fields.safeParse(data);
  return parsed.success ? [] : parsed.error.issues.map(({ path }) => path.join('.'));
}
