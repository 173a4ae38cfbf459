import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { emptyContent, type FlowContent } from '../../../../src/contexts/automation/flows/content/flow-content.js';
import { compareContent } from '../../../../src/contexts/automation/flows/versions/compare-content.js';
import { graph, node } from '../../../support/graphs.js';

const content = (more: object): FlowContent => ({ ...emptyContent, ...more }) as FlowContent;
const nothing = { added: [], removed: [], changed: [] };

describe('a comparison of two versions of a flow', () => {
  test('lists the changes of nodes, edges, variables and fields', () => {
    const before = content({
      name: 'Old',
      ...graph([node('t', 'trigger.manual'), node('a', 'data.set', { x: 1, y: 1 }), node('b', 'logic.stop')], 't>a'),
      variables: [{ name: 'v', value: 1, type: 'number', scope: 'flow' }],
    });
    const after = content({
      name: 'New',
      settings: { ...emptyContent.settings, timeout: 5 },
      ...graph(
        [node('t', 'trigger.manual'), node('a', 'data.set', { x: 2, z: 1 }), node('c', 'logic.stop')],
        't>a',
        'a>c',
      ),
      variables: [{ name: 'v', value: 2, type: 'number', scope: 'flow' }],
    });
    expect(compareContent(before, after)).toEqual({
      fields: [
        { field: 'name', before: 'Old', after: 'New' },
        { field: 'settings.timeout', before: 300, after: 5 },
      ],
      nodes: {
        added: [node('c', 'logic.stop')],
        removed: [node('b', 'logic.stop')],
        changed: [
          {
            id: 'a',
            fields: [
              { field: 'data.x', before: 1, after: 2 },
              { field: 'data.y', before: 1, after: null },
              { field: 'data.z', before: null, after: 1 },
            ],
          },
        ],
      },
      edges: { ...nothing, added: [graph([], 'a>c').edges[0]] },
      variables: { ...nothing, changed: [{ id: 'v', fields: [{ field: 'value', before: 1, after: 2 }] }] },
    });
  });

  test('is empty if only the order of nodes or a null differs', () => {
    const [a, b] = [node('a', 'x'), node('b', 'y', { note: null })];
    const same = { fields: [], nodes: nothing, edges: nothing, variables: nothing };
    expect(compareContent(content({ nodes: [a, b] }), content({ nodes: [node('b', 'y'), a] }))).toEqual(same);
  });

  test('is empty exactly for equal versions, and symmetric', () => {
    const nodes = fc.uniqueArray(
      fc.record({
        id: fc.constantFrom('a', 'b', 'c'),
        type: fc.constantFrom('x', 'y'),
        data: fc.dictionary(fc.constantFrom('f', 'g'), fc.integer({ max: 2, min: 0 })),
      }),
      { selector: ({ id }) => id },
    );
    fc.assert(
      fc.property(nodes, nodes, (one, other) => {
        const forward = compareContent(content({ nodes: one }), content({ nodes: other })).nodes;
        const backward = compareContent(content({ nodes: other }), content({ nodes: one })).nodes;
        expect(new Set(backward.removed)).toEqual(new Set(forward.added));
        expect(new Set(backward.changed.map(({ id }) => id))).toEqual(new Set(forward.changed.map(({ id }) => id)));
        const sorted = (list: { id: string }[]) => [...list].sort((a, b) => a.id.localeCompare(b.id));
        const isSame = JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
        if (isSame) expect(forward).toEqual(nothing);
        expect(one.length - forward.removed.length + forward.added.length).toBe(other.length);
      }),
    );
  });
});
