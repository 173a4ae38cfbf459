import type { FlowControl } from '../../src/engine/index.js';

const node = (id: string, type: string, data: object = {}) => ({ id, type, position: { x: 0, y: 0 }, data });
const edge = (source: string, target: string, sourceHandle?: string) => ({
  id: `${source}-${target}`,
  source,
  target,
  ...(sourceHandle && { sourceHandle }),
});

/** Nodes one after the other. */
export function chain(
  name: string,
  nodes: readonly { id: string; type: string; data: object }[],
  settings: { control?: FlowControl; hold?: { failures: number; seconds: number } } = {},
) {
  return {
    name,
    settings: { maxConcurrent: 1000, ...settings },
    nodes: nodes.map(({ id, type, data }) => node(id, type, data)),
    edges: nodes.slice(1).map(({ id }, index) => edge(nodes[index]?.id ?? '', id)),
  };
}

const settings = { triggerType: 'webhook', maxConcurrent: 1000 };

/** webhook → two calls side by side → one of them waits a second → set. */
export function chaosFlow(url: string) {
  return {
    name: 'Chaos',
    settings,
    nodes: [
      node('start', 'trigger.webhook'),
      node('a', 'http.request', { method: 'POST', url, body: '{"n":{{triggerData.n}}}' }),
      node('b', 'http.request', { method: 'GET', url }),
      node('wait', 'logic.delay', { seconds: 1 }),
      node('end', 'data.set', { assignments: [{ name: 'done', value: '{{steps.a.body.ok}}' }] }),
    ],
    edges: [
      edge('start', 'a'),
      edge('start', 'b'),
      edge('a', 'wait', 'out'),
      edge('wait', 'end'),
      edge('b', 'end', 'out'),
    ],
  };
}

/** A call that kills the worker that makes it, each time. */
export function guiltyFlow(url: string) {
  return {
    name: 'Guilty',
    settings,
    nodes: [node('start', 'trigger.webhook'), node('kill', 'http.request', { method: 'POST', url: `${url}kill` })],
    edges: [edge('start', 'kill')],
  };
}
