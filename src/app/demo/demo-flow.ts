/** The flow of the demo: orders of 100 and more get a discount from an API, smaller ones do not. */
export function demoFlow(serverUrl: string) {
  return {
    name: 'New order',
    description: 'Starts by webhook. Large orders get a discount from the demo API, small orders do not.',
    tags: ['demo'],
    settings: { triggerType: 'webhook', maxConcurrent: 1000 },
    nodes: [
      node('trigger', 'trigger.webhook', 0, 0, 'Order received', {}),
      node('order', 'data.set', 240, 0, 'Read the order', {
        assignments: [
          { name: 'customer', value: '{{triggerData.customer}}' },
          { name: 'amount', value: '{{triggerData.amount}}' },
        ],
      }),
      node('large', 'logic.if', 480, 0, 'Large order?', {
        conditions: [{ left: '{{variables.amount}}', operator: 'gte', right: 100 }],
      }),
      node('discount', 'http.request', 720, -100, 'Get the discount', {
        method: 'POST',
        url: `${serverUrl}/demo/orders`,
        bodyType: 'json',
        body: { customer: '{{variables.customer}}', amount: '{{variables.amount}}' },
      }),
      node('result', 'data.set', 960, -100, 'Discounted', {
        assignments: [
          { name: 'total', value: '{{steps.discount.body.total}}' },
          {
            name: 'message',
            value: '{{variables.customer}} pays {{steps.discount.body.total}} instead of {{variables.amount}}',
          },
        ],
      }),
      node('plain', 'data.set', 720, 100, 'No discount', {
        assignments: [{ name: 'message', value: '{{variables.customer}} pays {{variables.amount}}' }],
      }),
    ],
    edges: [
      edge('trigger', 'order'),
      edge('order', 'large'),
      edge('large', 'discount', 'true'),
      edge('large', 'plain', 'false'),
      edge('discount', 'result', 'out'),
    ],
  };
}

function node(id: string, type: string, x: number, y: number, label: string, data: Record<string, unknown>) {
  return { id, type, position: { x, y }, data: { label, ...data } };
}

function edge(source: string, target: string, sourceHandle?: string) {
  return { id: `${source}-${target}`, source, target, ...(sourceHandle && { sourceHandle }) };
}
