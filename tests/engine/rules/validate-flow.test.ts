import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Graph, validateFlow } from '../../../src/engine/index.js';
import { catalogue, graphOf, node } from '../catalogue.js';
import { check, issueMessages, start } from './issue-messages.js';

describe('a valid flow', () => {
  test('has no issues', () => {
    const nodes = [
      start,
      node('i', 'if'),
      node('m', 'mail', { to: '{{triggerData.email}}' }),
      node('l', 'loop'),
      node('b', 'task', { text: '{{ steps.l.item }} {{ steps.i.result }} {{ loop.item.name }}' }),
      node('e', 'task', { text: '{{ steps.l.items }}' }),
    ];
    const edges = 't>i i.true>m i.false>l l.item>b b>l.next l.done>e m.sent>e m.failed>e';
    expect(validateFlow({ graph: graphOf(nodes, edges), catalogue })).toEqual({ valid: true, issues: [] });
  });

  test('can be a single trigger', () => {
    expect(validateFlow({ graph: graphOf([start]), catalogue })).toEqual({ valid: true, issues: [] });
  });

  test('is valid with warnings and hints', () => {
    const graph = graphOf([start, node('a', 'task', { disabled: true })], 't>a');
    expect(validateFlow({ graph, catalogue })).toMatchObject({
      valid: true,
      issues: [{ ruleId: 'NODE_DISABLED', severity: 'info', blocks: null, nodeId: 'a' }],
    });
  });
});

describe('issues', () => {
  test('name the node by its label, and the field', () => {
    const graph = graphOf([start, node('m', 'mail', { label: 'Welcome mail' })], 't>m');
    expect(check(graph)).toEqual([
      {
        ruleId: 'FIELD_REQUIRED',
        severity: 'error',
        blocks: 'activation',
        nodeId: 'm',
        field: 'to',
        message: '"Welcome mail": to is required.',
      },
    ]);
  });

  test('are all reported, not only the first', () => {
    const rules = issueMessages(graphOf([node('a', 'mail'), node('b', 'nope')], 'a>x'));
    expect(rules).toEqual([
      'NODE_TYPE_UNKNOWN b',
      'EDGE_TARGET_UNKNOWN a>x',
      'TRIGGER_MISSING',
      'NODE_ORPHAN b',
      'FIELD_REQUIRED a to',
    ]);
  });
});

describe('any graph at all', () => {
  const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e', '__proto__', 'constructor', '');
  const types = fc.oneof(fc.constantFrom(...catalogue.keys()), fc.constantFrom('nope', '__proto__'));
  const handles = fc.constantFrom(undefined, null, 'in', 'next', 'out', 'item', 'done', 'true', 'error', 'zz');
  const texts = fc.oneof(
    fc.constantFrom('{{ steps.a }}', '{{ steps["constructor"].x + 1 }}', '{{', '{{ variables.a }}', ''),
    fc.string(),
  );
  const data = fc.oneof(
    fc.dictionary(
      fc.constantFrom('to', 'cases', 'assignments', 'label', 'retry', 'onError', 'expression', 'headers'),
      fc.oneof(texts, fc.jsonValue()),
      { maxKeys: 4 },
    ),
    fc.jsonValue(),
    fc.constant(undefined),
  );
  const nodes = fc.array(
    fc.oneof({ weight: 9, arbitrary: fc.record({ id: ids, type: types, data }) }, fc.constantFrom(null, 5, {})),
    { maxLength: 8 },
  );
  const edges = fc.array(
    fc.oneof(
      {
        weight: 9,
        arbitrary: fc.record({ id: ids, source: ids, target: ids, sourceHandle: handles, targetHandle: handles }),
      },
      fc.constantFrom(null, {}),
    ),
    { maxLength: 14 },
  );

  test('is checked without a crash, with a message for each issue', () => {
    fc.assert(
      fc.property(fc.record({ nodes, edges }), (graph) => {
        const { valid, issues } = validateFlow({ graph: graph as unknown as Graph, catalogue });
        for (const { message } of issues) expect(message.length).toBeGreaterThan(10);
        expect(valid).toBe(issues.every(({ severity }) => severity !== 'error'));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a flow of 500 nodes', () => {
  function large(): Graph {
    const nodes = [
      start,
      ...Array.from({ length: 499 }, (_, index) =>
        node(`n${index}`, index % 3 === 0 ? 'mail' : 'task', {
          label: `Step ${index}`,
          to: `{{ triggerData.to }} and {{ steps.n${Math.max(0, index - 7)}.x }}`,
          sum: `{{ triggerData.items.map(i, i.price * ${index}) }}`,
          retry: { attempts: 3 },
        }),
      ),
    ];
    const edges = nodes
      .slice(1)
      .flatMap((_, index) => [
        `${index === 0 ? 't' : `n${index - 1}`}>n${index}`,
        ...(index > 9 ? [`n${index - 9}>n${index}`] : []),
      ]);
    return graphOf(nodes, edges.join(' '));
  }

  /** CPU time of this thread, which is independent of the load of the machine. */
  function processorMs(work: () => void): number {
    const before = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  }

  test('is checked in less than 20 ms once its expressions are known', () => {
    const input = { graph: large(), catalogue };
    const times = Array.from({ length: 50 }, () => processorMs(() => validateFlow(input)));
    expect(Math.min(...times)).toBeLessThan(20);
  });
});
