import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { check, issueMessages, start } from './issue-messages.js';

describe('EDGE_SOURCE_HANDLE_UNKNOWN', () => {
  test('finds an unknown source handle', () => {
    const graph = graphOf([start, node('a')], 't.x>a');
    expect(issueMessages(graph)).toEqual(['EDGE_SOURCE_HANDLE_UNKNOWN t t.x>a', 'NODE_UNREACHABLE a']);
    expect(check(graph)[0]).toMatchObject({ severity: 'error', blocks: 'save' });
  });

  test('finds a handle of a node without handles', () => {
    const graph = graphOf([start, node('s', 'stop'), node('a')], 't>s t>a s>a');
    expect(issueMessages(graph)).toEqual(['EDGE_SOURCE_HANDLE_UNKNOWN s s>a']);
    expect(check(graph)[0]).toMatchObject({ severity: 'error', blocks: 'save' });
  });

  test('finds an error handle that the type does not have', () => {
    const graph = graphOf([start, node('a')], 't>a a.error>a');
    expect(issueMessages(graph)).toEqual(['EDGE_SOURCE_HANDLE_UNKNOWN a a.error>a']);
    expect(check(graph)[0]).toMatchObject({ severity: 'error', blocks: 'save' });
  });

  test('accepts the handles that depend on the data of a node', () => {
    const withCases = node('s', 'switch', { cases: [{ id: 'a' }] });
    expect(issueMessages(graphOf([start, withCases, node('x')], 't>s s.case:a>x s.default>x'))).toEqual([]);
    expect(issueMessages(graphOf([start, withCases, node('x')], 't>s s.case:b>x s.default>x'))).toContain(
      'EDGE_SOURCE_HANDLE_UNKNOWN s s.case:b>x',
    );
  });
});
