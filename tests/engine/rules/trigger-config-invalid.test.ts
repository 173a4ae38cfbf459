import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { told } from './told.js';

describe('TRIGGER_CONFIG_INVALID', () => {
  test('finds a bad configuration', () => {
    const graph = graphOf([node('t', 'trigger.schedule', { cron: 'hourly' })]);
    expect(told(graph)).toEqual(['TRIGGER_CONFIG_INVALID t cron']);
  });

  test('finds a missing configuration', () => {
    const graph = graphOf([node('t', 'trigger.schedule')]);
    expect(told(graph)).toEqual(['TRIGGER_CONFIG_INVALID t cron']);
  });
});
