import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { check, start, told } from './told.js';

describe('EDGE_TARGET_HANDLE_UNKNOWN', () => {
  test('finds an unknown target handle', () => {
    const graph = graphOf([start, node('a')], 't>a.next');
    expect(told(graph)).toEqual(['EDGE_TARGET_HANDLE_UNKNOWN a t>a.next', 'NODE_UNREACHABLE a']);
    expect(check(graph)[0]).toMatchObject({ severity: 'error', blocks: 'save' });
  });
});
