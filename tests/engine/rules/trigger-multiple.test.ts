import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { start, told } from './told.js';

describe('TRIGGER_MULTIPLE', () => {
  test('finds two triggers', () => {
    const graph = graphOf([start, node('u', 'trigger.manual')]);
    expect(told(graph)).toEqual(['TRIGGER_MULTIPLE u']);
  });
});
