import { describe, expect, test } from '@jest/globals';
import listed from '../../schema/flow-operations.json' with { type: 'json' };
import answers from '../../schema/response-examples.json' with { type: 'json' };
import { sampleOfRoute } from '../../src/dashboard/catalogue/operation-samples.js';
import { stateNamedBy } from '../../src/dashboard/screens/editor/named-state.js';
import { sampleOfOperation } from '../../src/nodes/index.js';

describe('the samples of the editor', () => {
  test('are those of the server for every operation that flows can call', () => {
    for (const { name, route } of listed.operations)
      expect(sampleOfRoute(answers, route)).toEqual(sampleOfOperation(name));
    expect(sampleOfRoute(answers, 'GET /workspaces/:workspaceId/contacts')).toHaveProperty('data.0.email');
    expect(sampleOfRoute(answers, 'GET /nowhere')).toBeNull();
  });

  test('name the state that nodes of the flow write', () => {
    const node = (type: string, data: object) => ({ id: 'n', type, position: { x: 0, y: 0 }, data: { ...data } });
    const nodes = [
      node('state.set', { key: 'lastOrder', value: 17 }),
      node('state.set', { key: 'buyer', value: '{{triggerData.id}}' }),
      node('state.increment', { key: 'count' }),
      node('state.set', { key: 'order:{{triggerData.id}}', value: 1 }),
      node('state.set', { key: 'shared', value: 1, scope: 'workspace' }),
      node('state.get', { key: 'read' }),
    ];
    expect(stateNamedBy(nodes)).toEqual({ lastOrder: 17, buyer: null, count: 0 });
  });
});
