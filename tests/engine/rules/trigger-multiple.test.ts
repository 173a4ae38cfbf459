import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { check, issueMessages } from './issue-messages.js';

const tool = (id: string, toolName: string) => node(id, 'trigger.tool', { toolName });

describe('TRIGGER_MULTIPLE', () => {
  test('finds two tools of one name', () => {
    const graph = graphOf([tool('t', 'find'), tool('u', 'find'), node('a')], 't>a u>a');
    expect(issueMessages(graph)).toEqual(['TRIGGER_MULTIPLE u toolName']);
    expect(check(graph)[0]?.message).toBe(
      '"u": toolName must differ from that of "t": assistants call tools by their name.',
    );
  });

  test('accepts any other triggers side by side', () => {
    const nodes = [node('m', 'trigger.manual'), node('n', 'trigger.manual'), tool('t', 'find'), tool('u', 'list')];
    expect(issueMessages(graphOf([...nodes, node('a')], 'm>a n>a t>a u>a'))).toEqual([]);
  });
});
