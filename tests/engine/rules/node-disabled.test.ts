import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { start, told } from './told.js';

describe('NODE_DISABLED', () => {
  test('finds a node that is disabled', () => {
    const graph = (disabled: boolean) => graphOf([start, node('a', 'task', { disabled })], 't>a');
    expect(told(graph(true))).toEqual(['NODE_DISABLED a disabled']);
    expect(told(graph(false))).toEqual([]);
  });
});
