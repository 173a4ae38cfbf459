/** webhook → set → if → HTTP call → set: the flow that every side of this benchmark does. */
export function benchFlow(targetUrl: string) {
  return {
    name: 'Bench',
    settings: { triggerType: 'webhook', maxConcurrent: 1000 },
    nodes: [
      node('trigger', 'trigger.webhook', {}),
      node('order', 'data.set', {
        assignments: [
          { name: 'customer', value: '{{triggerData.customer}}' },
          { name: 'amount', value: '{{triggerData.amount}}' },
        ],
      }),
      node('large', 'logic.if', {
        conditions: [{ left: '{{variables.amount}}', operator: 'gte', right: 100 }],
      }),
      node('ask', 'http.request', {
        method: 'POST',
        url: targetUrl,
        bodyType: 'json',
        body: {
          number: '{{triggerData.number}}',
          customer: '{{variables.customer}}',
          amount: '{{variables.amount}}',
        },
      }),
      node('result', 'data.set', {
        assignments: [
          { name: 'total', value: '{{steps.ask.body.total}}' },
          { name: 'message', value: '{{variables.customer}} pays {{steps.ask.body.total}}' },
        ],
      }),
    ],
    edges: [
      { id: 'e1', source: 'trigger', target: 'order' },
      { id: 'e2', source: 'order', target: 'large' },
      { id: 'e3', source: 'large', target: 'ask', sourceHandle: 'true' },
      { id: 'e4', source: 'ask', target: 'result', sourceHandle: 'out' },
    ],
  };
}

function node(id: string, type: string, data: Record<string, unknown>) {
  return { id, type, position: { x: 0, y: 0 }, data };
}

/** What is posted to the webhook. */
export interface Order {
  number: number;
  customer: string;
  amount: number;
}
