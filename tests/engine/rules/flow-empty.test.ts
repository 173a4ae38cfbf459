import { describe, expect, test } from '@jest/globals';
import { graphOf } from '../catalogue.js';
import { told } from './told.js';

describe('FLOW_EMPTY', () => {
  test('finds no nodes at all', () => {
    const graph = graphOf([]);
    expect(told(graph)).toEqual(['FLOW_EMPTY']);
  });
});
