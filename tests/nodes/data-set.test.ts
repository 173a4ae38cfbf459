import { describe, expect, test } from '@jest/globals';
import { refusedFields, runNode } from './run-node.js';

describe('data.set', () => {
  test('sets each variable and outputs all of them, with their types', async () => {
    const assignments = [
      { name: 'count', value: 3 },
      { name: 'list', value: [1, { a: null }] },
      { name: 'nothing', value: null },
      { name: 'count', value: '4' },
    ];
    const { outcome, variables } = await runNode('data.set', { assignments });
    const values = { count: '4', list: [1, { a: null }], nothing: null };
    expect(outcome).toEqual({ kind: 'done', output: values });
    expect(variables).toEqual(values);
  });

  test.each([
    [{}, ['assignments']],
    [{ assignments: [] }, ['assignments']],
    [{ assignments: [{ value: 1 }] }, ['assignments.0.name']],
    [{ assignments: [{ name: 'a' }] }, ['assignments.0.value']],
    [{ assignments: [{ name: '1a', value: 1 }] }, ['assignments.0.name']],
    [{ assignments: [{ name: 'a.b', value: 1 }] }, ['assignments.0.name']],
    [{ assignments: [{ name: '__proto__', value: 1 }] }, ['assignments.0.name']],
  ])('rejects %j at %j', (data, refused) => {
    expect(refusedFields('data.set', data)).toEqual(refused);
  });
});
