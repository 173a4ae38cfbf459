import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { fieldProblem, fieldProblems } from '../../src/engine/index.js';

const fields = z.object({
  text: z.string().min(2).max(3).optional(),
  filled: z.string().min(1).optional(),
  count: z.int().min(1).max(1_000).optional(),
  weight: z.number().positive().optional(),
  list: z.array(z.boolean()).min(1).max(2).optional(),
  mode: z.enum(['all', 'any']).optional(),
  email: z.email().optional(),
  either: z.union([z.string(), z.number()]).optional(),
  auth: z
    .discriminatedUnion('type', [z.object({ type: z.literal('a') }), z.object({ type: z.literal('b') })])
    .optional(),
  headers: z.record(z.string().regex(/^x-/, 'must be the name of a header'), z.string()).optional(),
  own: z.string().regex(/^a/, 'must start with a').optional(),
});

describe('the problem of a field', () => {
  test.each([
    [{ text: 5 }, 'text must be text.'],
    [{ text: 'a' }, 'text must have at least 2 characters.'],
    [{ text: 'abcd' }, 'text must have at most 3 characters.'],
    [{ filled: '' }, 'filled is required.'],
    [{ count: 1.5 }, 'count must be a whole number.'],
    [{ count: 0 }, 'count must be at least 1.'],
    [{ count: 1_001 }, 'count must be at most 1,000.'],
    [{ weight: 0 }, 'weight must be greater than 0.'],
    [{ list: [] }, 'list must have at least 1 entry.'],
    [{ list: [true, true, true] }, 'list must have at most 2 entries.'],
    [{ list: [1] }, 'list.0 must be true or false.'],
    [{ mode: 'one' }, 'mode must be one of: all, any.'],
    [{ email: 'ana' }, 'email must be a valid email address, for example ana@example.com.'],
    [{ either: true }, 'either must have an accepted type.'],
    [{ auth: { type: 'c' } }, 'auth.type must be one of: a, b.'],
    [{ headers: { y: '1' } }, 'headers.y must be the name of a header.'],
    [{ own: 'b' }, 'own must start with a.'],
    [{ text: null, count: 'x' }, 'text is required. count must be a number.'],
  ])('of %j says what is accepted', (data, message) => {
    expect(fieldProblems(fields.safeParse(data, { error: fieldProblem }).error?.issues ?? [])).toBe(message);
  });
});
