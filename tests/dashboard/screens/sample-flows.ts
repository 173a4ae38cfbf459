import type { Dashboard } from '../support/dashboard.js';

type Node = readonly [id: string, type: string, x: number, y: number, data: Record<string, unknown>];
type Edge = readonly [source: string, target: string, handle?: string];

const nodes = (...list: Node[]) =>
  list.map(([id, type, x, y, data]) => ({ id, type, position: { x: x * 290, y: y * 130 }, data }));
const edges = (...list: Edge[]) =>
  list.map(([source, target, handle]) => ({
    id: `${source}-${target}`,
    source,
    target,
    ...(handle && { sourceHandle: handle }),
  }));
const set = (name: string, value: unknown) => ({ assignments: [{ name, value }] });

const refund = {
  name: 'Refund request',
  description: 'Small refunds are paid at once, large ones when they are approved.',
  tags: ['support', 'payments'],
  settings: { triggerType: 'manual' },
  nodes: nodes(
    ['start', 'trigger.manual', 0, 0, { label: 'Refund asked for' }],
    ['amount', 'data.set', 1, 0, { label: 'Read the amount', ...set('amount', '{{triggerData.amount}}') }],
    [
      ...(['large', 'logic.if', 2, 0] as const),
      { label: 'Large refund?', conditions: [{ left: '{{variables.amount}}', operator: 'gte', right: 100 }] },
    ],
    [
      ...(['ask', 'wait.approval', 3, -1] as const),
      { label: 'Ask the shop', message: 'Refund {{triggerData.amount}} EUR to {{triggerData.customer}}?' },
    ],
    ['pay', 'data.set', 4, -1, { label: 'Pay it', ...set('paid', '{{triggerData.amount}}') }],
    [
      ...(['refuse', 'logic.stop', 4, 0] as const),
      { label: 'Refused', status: 'failed', message: 'The refund was rejected.' },
    ],
    ['small', 'data.set', 3, 1, { label: 'Pay at once', ...set('paid', '{{triggerData.amount}}') }],
  ),
  edges: edges(
    ['start', 'amount'],
    ['amount', 'large'],
    ['large', 'ask', 'true'],
    ['large', 'small', 'false'],
    ['ask', 'pay', 'approved'],
    ['ask', 'refuse', 'rejected'],
  ),
};

const stock = {
  name: 'Check the stock',
  description: 'Looks at every line of an order.',
  tags: ['warehouse'],
  settings: { triggerType: 'manual' },
  nodes: nodes(
    ['start', 'trigger.manual', 0, 0, { label: 'Order packed' }],
    ['lines', 'logic.loop', 1, 0, { label: 'Each line', items: '{{triggerData.lines}}' }],
    ['reserve', 'data.set', 2, -1, { label: 'Reserve', ...set('reserved', '{{loop.item}}') }],
    ['stop', 'logic.stop', 2, 1, { label: 'Nothing left', status: 'failed', message: 'There is no stock of lamps.' }],
  ),
  edges: edges(['start', 'lines'], ['lines', 'reserve', 'item'], ['lines', 'stop', 'done']),
};

/** What the flows of the sample workspace are known by. */
export interface SampleFlows {
  refundId: string;
  stockId: string;
  completedId: string;
  failedId: string;
  waitingId: string;
}

/** Creates flows that complete, fail and wait, each in a folder or with tags, and runs them. */
export async function seedFlows({ api }: Dashboard): Promise<SampleFlows> {
  const create = async (input: object) => {
    const text = `mutation ($workspaceId: ID!, $input: CreateFlowInput!) {
      createFlow(workspaceId: $workspaceId, input: $input) { id } }`;
    return (await api<{ createFlow: { id: string } }>(text, { input })).createFlow.id;
  };
  const run = async (flowId: string, triggerData: object) => {
    const text = `mutation ($workspaceId: ID!, $flowId: ID!, $input: TriggerFlowInput) {
      triggerFlow(workspaceId: $workspaceId, flowId: $flowId, input: $input) { executionId } }`;
    return (await api<{ triggerFlow: { executionId: string } }>(text, { flowId, input: { triggerData } })).triggerFlow
      .executionId;
  };
  const folder = `mutation ($workspaceId: ID!, $name: String!) {
    createFolder(workspaceId: $workspaceId, input: { name: $name }) { id } }`;
  const { createFolder } = await api<{ createFolder: { id: string } }>(folder, { name: 'Shop' });
  const refundId = await create({ ...refund, folderId: createFolder.id });
  const stockId = await create(stock);
  const ids = {
    completedId: await run(refundId, { amount: 40, customer: 'Ana Vega' }),
    failedId: await run(stockId, { lines: ['lamp', 'chair', 'table'] }),
    waitingId: await run(refundId, { amount: 320, customer: 'Luis Park' }),
  };
  return { refundId, stockId, ...ids };
}
