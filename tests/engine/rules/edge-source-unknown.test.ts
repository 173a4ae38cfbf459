import { describe, expect, test } from '@jest/globals';
import { graphOf } from '../catalogue.js';
import { check, start, told } from './told.js';

describe('EDGE_SOURCE_UNKNOWN', () => {
  test('finds an edge from nowhere', () => {
    const graph = graphOf([start], 'x>t');
    expect(told(graph)).toEqual(['EDGE_SOURCE_UNKNOWN x>t', 'TRIGGER_HAS_INPUT t x>t']);
    expect(check(graph)[0]).toMatchObject({ severity: 'error', blocks: 'save' });
  });
});
