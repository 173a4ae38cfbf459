import { describe, expect, test } from '@jest/globals';
import { codeNode } from '../../../src/nodes/data/code.js';
import { catalogue, graphOf, node } from '../catalogue.js';
import { check, start } from './issue-messages.js';

const withCode = new Map([...catalogue, [codeNode.type, codeNode]]);
const orders = node('orders-1', 'task', { label: 'Get orders' });

function found(source: string) {
  const graph = graphOf([start, orders, node('code', codeNode.type, { source })], 't>orders-1 orders-1>code');
  return check(graph, { catalogue: withCode }).map(({ ruleId, field, message }) => ({ ruleId, field, message }));
}

describe('CODE_NODE_UNKNOWN', () => {
  test('finds what code reads by a name that no node has', () => {
    expect(found("return $('Get ordres').first()")).toEqual([
      {
        ruleId: 'CODE_NODE_UNKNOWN',
        field: 'source',
        message:
          '"code": source reads the node "Get ordres", which is not found in the flow. Did you mean "Get orders"? Use the name or the ID of a node of this flow.',
      },
    ]);
    expect(found('return [$node.nothing, $node["nothing"], $items(`gone`)]')).toHaveLength(2);
  });

  test('accepts the names and IDs of nodes, and names that are computed', () => {
    const written = "return [$('Get orders'), $node['orders-1'], $('t'), $items()]";
    expect([found(written), found('return [$(input.name), $("a-" + input.name), $(`a-$' + '{input.name}`)]')]).toEqual([
      [],
      [],
    ]);
  });
});
