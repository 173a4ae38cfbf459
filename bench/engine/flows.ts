const node = (id: string, type: string, data: object = {}) => ({ id, type, position: { x: 0, y: 0 }, data });
const edge = (source: string, target: string, handles: { sourceHandle?: string; targetHandle?: string } = {}) => ({
  id: `${source}-${target}`,
  source,
  target,
  ...handles,
});

/** A trigger and a chain of steps, each with an expression. */
export function chainFlow(nodes: number) {
  const ids = Array.from({ length: nodes - 1 }, (_, index) => `set${index}`);
  return {
    name: 'Chain',
    nodes: [
      node('start', 'trigger.manual'),
      ...ids.map((id) => node(id, 'data.set', { assignments: [{ name: 'n', value: '{{triggerData.number}}' }] })),
    ],
    edges: ids.map((id, index) => edge(index === 0 ? 'start' : `set${index - 1}`, id)),
  };
}

/** A loop with one step per item. */
export function loopFlow(items: number) {
  const list = JSON.stringify(Array.from({ length: items }, (_, index) => index));
  return {
    name: 'Loop',
    nodes: [
      node('start', 'trigger.manual'),
      node('each', 'logic.loop', { items: `{{${list}}}`, maxItems: items }),
      node('set', 'data.set', { assignments: [{ name: 'n', value: '{{loop.item}}' }] }),
    ],
    edges: [
      edge('start', 'each', { targetHandle: 'in' }),
      edge('each', 'set', { sourceHandle: 'item' }),
      edge('set', 'each', { targetHandle: 'next' }),
    ],
  };
}

/** One node that runs once for each item. */
export function eachFlow(items: number) {
  const each = Array.from({ length: items }, (_, index) => index);
  return {
    name: 'Each',
    nodes: [
      node('start', 'trigger.manual'),
      node('set', 'data.set', { assignments: [{ name: 'n', value: '{{item}}' }], each, eachConcurrency: 10 }),
    ],
    edges: [edge('start', 'set')],
  };
}

/** A delay until the time in the trigger data. */
export function delayFlow() {
  return {
    name: 'Wait',
    nodes: [node('start', 'trigger.manual'), node('wait', 'logic.delay', { until: '{{triggerData.until}}' })],
    edges: [edge('start', 'wait')],
  };
}
