import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { anyPosting } from './posting.js';
import { openStage, type Stage } from './stage.js';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
}, 120_000);
afterAll(() => stage?.stop());

test('random postings of every kind, made at once by four processes, add up exactly', async () => {
  // Many more: npm run trial -- postings.
  const postings = fc.array(anyPosting, { minLength: 150, maxLength: 150 });
  const property = fc.asyncProperty(postings, async (list) => expect(await stage.play(list)).toEqual([]));
  await fc.assert(property, { numRuns: 1, endOnFailure: true });
}, 120_000);
