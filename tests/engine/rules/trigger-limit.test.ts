import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { issueMessages } from './issue-messages.js';

describe('TRIGGER_LIMIT', () => {
  test('finds the twenty-first trigger', () => {
    const flowWith = (count: number) => {
      const ids = Array.from({ length: count }, (_, n) => `t${n}`);
      const triggers = ids.map((id) => node(id, 'trigger.manual'));
      return graphOf([...triggers, node('a')], ids.map((id) => `${id}>a`).join(' '));
    };
    expect(issueMessages(flowWith(20))).toEqual([]);
    expect(issueMessages(flowWith(21))).toEqual(['TRIGGER_LIMIT']);
  });
});
