import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { check, issueMessages, start } from './issue-messages.js';

describe('NODE_TYPE_UNKNOWN', () => {
  test('finds an unknown type', () => {
    const graph = graphOf([start, node('a', 'nope')], 't>a');
    expect(issueMessages(graph)).toEqual(['NODE_TYPE_UNKNOWN a']);
    expect(check(graph)[0]).toMatchObject({ severity: 'error', blocks: 'save' });
  });

  test.each([
    ['trigger.shedule', 'Did you mean "trigger.schedule"?'],
    ['SWITCH', 'Did you mean "switch"?'],
    ['something.else.entirely', 'Use a type that GET /flows/node-types lists.'],
  ])('%s: %s', (type, cure) => {
    const [issue] = check(graphOf([start, node('a', type)], 't>a'));
    expect(issue?.message).toBe(`"a" has the type "${type}", which does not exist. ${cure}`);
  });
});
