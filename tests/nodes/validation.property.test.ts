import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Graph, validateFlow } from '../../src/engine/index.js';
import { catalogue, type NodeType } from '../../src/nodes/index.js';

const types = [...catalogue.values()];

const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', '__proto__');
const text = fc.oneof(
  fc.constantFrom(
    '',
    '{{ steps.a.x }}',
    '{{ boveda.k }}',
    '{{ 1 +',
    '{{ loop.item }}',
    '0 8 * * *',
    'https://x.example',
  ),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
);
const anything = fc.oneof(text, fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(-1, 0, 1e9, true, null));

/** A node of a real type: its example with some fields replaced, removed or added. */
const node = fc.constantFrom(...types).chain((type) =>
  fc.record({
    id: ids,
    type: fc.constant(type.type),
    position: fc.constant({ x: 0, y: 0 }),
    data: fc
      .dictionary(fc.constantFrom(...fieldsOf(type)), fc.option(anything, { nil: undefined }), { maxKeys: 4 })
      .map((changes) => ({ ...type.example, ...changes })),
  }),
);

function fieldsOf(type: NodeType): string[] {
  return [...Object.keys(type.fields.shape), 'label', 'retry', 'onError', 'timeout', 'disabled', 'unheard'];
}

const handles = fc.option(fc.constantFrom('in', 'next', 'out', 'error', 'item', 'done', 'true', 'sent', 'case:a'));
const edge = fc.record({ id: fc.string(), source: ids, target: ids, sourceHandle: handles, targetHandle: handles });
const graph = fc.record({
  nodes: fc.array(node, { maxLength: 8 }),
  edges: fc.array(edge, { maxLength: 12 }),
});

describe('any graph of existing node types', () => {
  test('is checked without a crash, and each issue says where it is and how to correct it', () => {
    fc.assert(
      fc.property(graph, fc.constantFrom(undefined, { triggerType: 'webhook' as const }), (drawn, settings) => {
        const nodes = new Set<string>(drawn.nodes.map(({ id }) => id));
        const { valid, issues } = validateFlow({
          graph: drawn as Graph,
          catalogue,
          ...(settings && { settings }),
          secrets: ['k'],
          records: {},
        });
        expect(valid).toBe(issues.every(({ severity }) => severity !== 'error'));
        const vague = issues.filter(({ message, nodeId }) => message.length < 12 || (nodeId && !nodes.has(nodeId)));
        expect(vague).toEqual([]);
      }),
      { numRuns: 600 },
    );
  });
});
