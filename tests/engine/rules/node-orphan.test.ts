import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { start, told } from './told.js';

describe('NODE_ORPHAN', () => {
  test('finds an orphan, and no other rule names it', () => {
    const graph = graphOf([start, node('a')]);
    expect(told(graph)).toEqual(['NODE_ORPHAN a']);
  });
});
