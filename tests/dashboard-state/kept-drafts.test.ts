import { describe, expect, test } from '@jest/globals';
import { type KeptDraft, surplus } from '../../src/dashboard/screens/editor/kept-draft.js';

const day = 24 * 60 * 60 * 1000;

function kept(id: string, savedAt: number, size = 10): KeptDraft {
  const node = { id: 'x'.repeat(size), type: 'data.set', position: { x: 0, y: 0 }, data: {} };
  const content = { nodes: [node], edges: [], variables: [] } as unknown as KeptDraft['content'];
  return { id, content, revision: null, baseVersion: 1, savedAt };
}

describe('what a browser keeps of unsaved changes', () => {
  test('is bounded in number: the oldest goes first', () => {
    const drafts = Array.from({ length: 22 }, (_, index) => kept(String(index), index));
    expect(surplus(drafts, 22).sort()).toEqual(['0', '1']);
  });

  test('is bounded in size', () => {
    expect(surplus([kept('new', 3, 3_000_000), kept('old', 1, 3_000_000)], 3)).toEqual(['old']);
    expect(surplus([kept('huge', 3, 5_000_000)], 3)).toEqual(['huge']);
  });

  test('is bounded in age', () => {
    expect(surplus([kept('month', 0), kept('young', 2 * day)], 31 * day)).toEqual(['month']);
  });
});
