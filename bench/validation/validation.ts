import { type Graph, validateFlow } from '../../src/engine/index.js';
import { catalogue } from '../../src/nodes/index.js';
import { type FigureRow, median, percentile, show, table } from '../harness/figures.js';
import type { BenchFixture } from '../harness/fixture.js';

const sizes = [50, 100, 200, 500];
const passes = 400;
/** The number of passes per measurement. */
const together = 20;
const secrets = ['api_key'];

/** W8: the milliseconds of all rules; the baseline serializes the same graph as JSON and parses it again. */
export async function benchValidation(_fixture: BenchFixture): Promise<string> {
  const rows = sizes.flatMap((size): FigureRow[] => {
    const known = drawFlow(size, 0);
    requireSound(known);
    const baseline = measure(() => void JSON.parse(JSON.stringify(known)));
    const again = measure(() => void validate(known));
    const fresh = measure((pass) => void validate(drawFlow(size, pass + 1)));
    return [
      [`${size} nodes, unchanged`, shown(again), median(again) / median(baseline)],
      [`${size} nodes, every expression new`, shown(fresh), median(fresh) / median(baseline)],
    ];
  });
  return table(['W8 validation', 'p50/p95 ms', 'to baseline'], rows);
}

function shown(times: number[]): string {
  return `${show(median(times))}/${show(percentile(times, 0.95))}`;
}

/** The CPU milliseconds of this thread per pass. The resolution of the system is low, so several passes are measured together. */
function measure(work: (pass: number) => void): number[] {
  for (let pass = 0; pass < passes; pass++) work(-pass);
  return Array.from({ length: passes / together }, (_, look) => {
    const before = process.threadCpuUsage();
    for (let pass = 0; pass < together; pass++) work(look * together + pass + 1);
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000 / together;
  });
}

function validate(graph: Graph) {
  return validateFlow({ graph, catalogue, secrets });
}

function requireSound(graph: Graph): void {
  const { valid, issues } = validate(graph);
  if (!valid) throw new Error(`The flow must be valid: ${JSON.stringify(issues[0])}`);
}

/** A chain with branches of conditions, HTTP calls and values, with two expressions per node. @param mark changes the expressions */
function drawFlow(size: number, mark: number): Graph {
  const nodes: Graph['nodes'] = [node('n0', 'trigger.webhook', {})];
  const edges: Graph['edges'] = [];
  for (let index = 1; index < size; index++) {
    const before = `n${index - 1}`;
    nodes.push(stepOf(index, before, mark));
    edges.push({ id: `e${index}`, source: before, target: `n${index}` });
    if (index > 9 && index % 4 === 0) edges.push({ id: `s${index}`, source: `n${index - 4}`, target: `n${index}` });
  }
  return { nodes, edges };
}

function stepOf(index: number, before: string, mark: number): Graph['nodes'][number] {
  const value = `{{ steps.${before}.value + ${index + mark * 1_000} }}`;
  if (index % 3 === 0) {
    const conditions = [{ left: value, operator: 'gte', right: '{{ triggerData.least }}' }];
    return node(`n${index}`, 'logic.if', { conditions });
  }
  if (index % 3 === 1) {
    const headers = { authorization: 'Bearer {{boveda.api_key}}', 'x-value': value };
    return node(`n${index}`, 'http.request', { method: 'POST', url: 'https://api.example.com/rows', headers });
  }
  return node(`n${index}`, 'data.set', { assignments: [{ name: `value${index}`, value }] });
}

function node(id: string, type: string, data: Record<string, unknown>): Graph['nodes'][number] {
  return { id, type, position: { x: 0, y: 0 }, data: { label: `Step ${id}`, ...data } };
}
