import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { start, told } from './told.js';

describe('GLOBAL_VAR_MISSING', () => {
  test('finds a global variable that the workspace lacks', () => {
    const graph = graphOf([start, node('a', 'task', { text: '{{ globalVars.region }}' })], 't>a');
    expect(told(graph, { globalVars: ['region'] })).toEqual([]);
    expect(told(graph, { globalVars: ['city'] })).toEqual(['GLOBAL_VAR_MISSING a text']);
  });
});
