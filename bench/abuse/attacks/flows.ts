import type { Attack, Attacker } from '../attacker.js';
import { create, edge, node } from './make-flow.js';

/** A trigger and one node. */
const flowOf = (name: string, act: ReturnType<typeof node>) => ({
  name,
  settings: { maxConcurrent: 1_000 },
  nodes: [node('start', 'trigger.webhook'), act],
  edges: [edge('start', act.id)],
});

/** Starts executions of a flow all the time. */
async function start(attacker: Attacker, flow: object, lanes: number, body: unknown = {}): Promise<void> {
  const { path } = await create(attacker, flow);
  const text = JSON.stringify(body);
  await attacker.repeat(lanes, () => attacker.send({ path, body: text, anonymous: true }));
}

/** Executions with large steps, and a request that reads them all. */
async function readLarge(attacker: Attacker, selected: string): Promise<void> {
  const set = flowOf(
    'Large',
    node('set', 'data.set', { assignments: [{ name: 'text', value: '{{triggerData.text}}' }] }),
  );
  const { path } = await create(attacker, set);
  const body = JSON.stringify({ text: 'x'.repeat(900_000) });
  await Promise.all(Array.from({ length: 40 }, () => attacker.send({ path, body, anonymous: true })));
  const query = `{ workspace(id: "${attacker.target.tenant.workspaceId}") { ${selected} } }`;
  await attacker.repeat(8, () => attacker.graphql(query));
}

const costlyPatterns = Array.from({ length: 50 }, (_, at) => ({
  left: '{{triggerData.text}}',
  operator: 'matches',
  right: `(a{40}){${4 + (at % 3)}}b${at}`,
}));

/** Loops that call loops: each level multiplies the executions. */
async function multiply(attacker: Attacker): Promise<void> {
  const items = `{{${JSON.stringify(Array.from({ length: 300 }, (_, at) => at))}}}`;
  let { id, path } = await create(
    attacker,
    flowOf('Leaf', node('set', 'data.set', { assignments: [{ name: 'n', value: 1 }] })),
  );
  for (let level = 0; level < 3; level++) {
    ({ id, path } = await create(attacker, {
      name: `Level ${level}`,
      nodes: [
        node('start', 'trigger.webhook'),
        node('each', 'logic.loop', { items }),
        node('call', 'flow.call', { flowId: id, wait: false }),
      ],
      edges: [
        edge('start', 'each', { targetHandle: 'in' }),
        edge('each', 'call', { sourceHandle: 'item' }),
        edge('call', 'each', { sourceHandle: 'out', targetHandle: 'next' }),
      ],
    }));
  }
  await attacker.repeat(4, () => attacker.send({ path, body: '{}', anonymous: true }));
}

export const flowAttacks: Attack[] = [
  {
    name: 'patterns',
    what: 'one condition with 50 costly patterns',
    run: (attacker) => {
      const act = node('if', 'logic.if', { conditions: costlyPatterns, combine: 'any' });
      return start(attacker, flowOf('Patterns', act), 8, { text: 'a'.repeat(20_000) });
    },
  },
  {
    name: 'long-answers',
    what: 'calls that are answered with 10 MiB of JSON',
    run: (attacker) => {
      const act = node('get', 'http.request', { method: 'GET', url: `${attacker.target.slowUrl}/long` });
      return start(attacker, flowOf('Long answers', act), 8);
    },
  },
  {
    name: 'silent-hosts',
    what: 'calls to a host that never answers',
    run: (attacker) => {
      const act = node('get', 'http.request', { method: 'GET', url: `${attacker.target.slowUrl}/never`, timeout: 600 });
      return start(attacker, flowOf('Silent', act), 16);
    },
  },
  {
    name: 'endless-code',
    what: 'code that never ends',
    run: (attacker) =>
      start(attacker, flowOf('Endless', node('code', 'data.code', { source: 'for (;;);', timeout: 60 })), 8),
  },
  { name: 'multiplication', what: 'loops that call loops without waiting', run: multiply },
  {
    name: 'steps',
    what: 'executions with all inputs and outputs of their steps',
    run: (attacker) =>
      readLarge(attacker, 'executions(limit: 100) { items { id steps: allSteps { id input output } } }'),
  },
  {
    name: 'steps-aliases',
    what: 'the same large values under many names',
    run: (attacker) => {
      const names = Array.from({ length: 12 }, (_, at) => `a${at}: executions(limit: 100) { items { triggerData } }`);
      return readLarge(attacker, names.join(' '));
    },
  },
  {
    name: 'webhooks',
    what: 'a flood of calls to one webhook',
    run: (attacker) =>
      start(attacker, flowOf('Flood', node('set', 'data.set', { assignments: [{ name: 'n', value: 1 }] })), 32, {
        text: 'x'.repeat(100_000),
      }),
  },
];
