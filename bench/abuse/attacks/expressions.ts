import type { Attack, Attacker } from '../attacker.js';
import { create, edge, node } from './make-flow.js';

const rows = (count: number) => `[${Array(count).fill('{"a":1}').join(',')}]`;
const rowsOf = (count: number) => ({ triggerData: JSON.parse(rows(count)) as unknown[] });

/** A body of 2.4 MB. */
const largeBody = rows(300_000);

function evaluations(attacker: Attacker, aliases: number, input: { expression: string; data: object }) {
  const fields = Array.from({ length: aliases }, (_, at) => `a${at}: evaluateExpression(input: $input) { value }`);
  const query = `query ($input: EvaluateExpressionInput!) { workspace(id: "${attacker.target.tenant.workspaceId}") { ${fields.join(' ')} } }`;
  return attacker.graphql(query, { input });
}

/** @param copies fields that each step gives this value */
async function sets(attacker: Attacker, expression: string, lanes: number, copies = 1): Promise<void> {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const assignments = Array.from({ length: copies }, (_, at) => ({ name: `copy${at}`, value: `{{ ${expression} }}` }));
  const { path } = await create(attacker, {
    name: 'Sets',
    settings: { maxConcurrent: 1_000 },
    nodes: [node('start', 'trigger.webhook'), ...names.map((id) => node(id, 'data.set', { assignments }))],
    edges: names.map((id, at) => edge(names[at - 1] ?? 'start', id)),
  });
  await attacker.repeat(lanes, () => attacker.send({ path, body: largeBody, anonymous: true }));
}

/** A flow with nearly as many expressions as it may have, of nearly the longest length, all different. */
function expressionsToParse(count: number) {
  const long = (name: string) =>
    `{{ ${Array.from({ length: 165 }, (_, at) => `triggerData.${name} == ${at}`).join(' || ')} }}`;
  const id = () => Math.random().toString(36).slice(2, 8);
  const nodes = Array.from({ length: count }, (_, at) =>
    node(`n${at}`, 'data.set', {
      assignments: [1, 2, 3, 4].map((one) => ({ name: `x${one}`, value: long(`a${id()}`) })),
    }),
  );
  return { nodes: [node('start', 'trigger.manual'), ...nodes], edges: [edge('start', 'n0')] };
}

const attacks: Attack[] = [
  {
    name: 'expressions-to-parse',
    what: 'flows with as many long expressions as are allowed, which are checked, four at a time',
    run: (attacker) => {
      const path = `/workspaces/${attacker.target.tenant.workspaceId}/flows/validate`;
      return attacker.repeat(4, () => attacker.send({ path, body: JSON.stringify(expressionsToParse(13)) }));
    },
  },
  {
    name: 'aliases-of-data',
    what: 'an expression over 300,000 objects under 28 names',
    run: (attacker) => {
      const input = { expression: '{{size(triggerData)}}', data: rowsOf(300_000) };
      return attacker.repeat(2, () => evaluations(attacker, 28, input));
    },
  },
  {
    name: 'aliases-of-work',
    what: 'costly expressions over as much data as is allowed, under 18 names',
    run: (attacker) => {
      const input = { expression: 'triggerData.map(row, row.a + 1).size()', data: rowsOf(120_000) };
      return attacker.repeat(2, () => evaluations(attacker, 18, input));
    },
  },
  {
    name: 'evaluate',
    what: 'expressions over bodies of 1 MB, three at a time',
    run: (attacker) => {
      const body = JSON.stringify({ expression: '{{triggerData == [1]}}', data: rowsOf(130_000) });
      const path = `/workspaces/${attacker.target.tenant.workspaceId}/flows/evaluate`;
      return attacker.repeat(3, () => attacker.send({ path, body }));
    },
  },
  {
    name: 'sets',
    what: 'five steps that read the size of a body of 2.4 MB',
    run: (attacker) => sets(attacker, 'size(triggerData) + 1', 1),
  },
  {
    name: 'sets-side-by-side',
    what: 'the same with eight bodies at once',
    run: (attacker) => sets(attacker, 'size(triggerData) + 1', 8),
  },
  {
    name: 'sets-of-work',
    what: 'five steps that each do as much work as a step may on a body of 2.4 MB',
    run: (attacker) => sets(attacker, 'triggerData == triggerData', 4),
  },
  {
    name: 'sets-of-copies',
    what: 'five steps that each store a body of 2.4 MB twelve times',
    run: (attacker) => sets(attacker, 'triggerData', 1, 12),
  },
];

/** Nothing interrupts an evaluation, so its price alone keeps the others' wait short: 100 ms on a quiet machine. */
export const expressionAttacks: Attack[] = attacks.map((attack) => ({ ...attack, probeMs: 100 }));
