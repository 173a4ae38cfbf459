import { createHash } from 'node:crypto';
import { z } from 'zod';
import { defineNode } from '../define-node.js';
import { filledText, numberField, optionalField, textField } from '../field-kinds.js';
import { handlesById } from '../handles-by-id.js';

interface Variant {
  id: string;
  weight: number;
}

const variant = z.object({
  id: filledText(100).describe('The ID of the variant, which names its handle: `variant:ID`.'),
  weight: numberField(z.number().min(0).max(1_000_000)).describe(
    'The share of the variant. With the weights 3 and 1, the first variant gets 75% of the executions.',
  ),
});

export const splitNode = defineNode({
  type: 'logic.split',
  title: 'Split',
  category: 'logic',
  capability: null,
  description: 'Chooses one of several variants by their weights; the same key always gets the same variant.',
  fields: z.object({
    variants: z
      .array(variant)
      .min(1)
      .max(100)
      .refine(
        (variants) => variants.some(({ weight }) => weight !== 0),
        'must have at least one variant with a weight greater than 0',
      )
      .describe('The variants and their weights.'),
    key: optionalField(textField(z.string())).describe(
      'The value that decides, for example the ID of a contact. Defaults to a random choice for each execution.',
    ),
  }),
  sourceHandles: ({ variants }) => handlesById('variant', variants),
  handlePatterns: ['variant:ID'],
  effects: false,
  sample: { variant: 'a' },
  example: {
    variants: [
      { id: 'a', weight: 50 },
      { id: 'b', weight: 50 },
    ],
    key: '{{triggerData.contactId}}',
  },
  output: '`variant`, the ID of the variant that was chosen.',
  exampleRun: { triggerData: { contactId: '01970000-0000-7000-8000-000000000003' } },
  // A step that runs again after a crash chooses the same variant, because its key is the same.
  run: ({ data: { variants, key }, idempotencyKey }) => {
    const { id } = choose(variants, shareOf(key || idempotencyKey));
    return { kind: 'done', output: { variant: id }, handle: `variant:${id}` };
  },
});

/** A number from 0 to 1, exclusive, that depends only on the text. */
function shareOf(key: string): number {
  return createHash('sha256').update(key).digest().readUIntBE(0, 6) / 2 ** 48;
}

function choose(variants: readonly Variant[], share: number): Variant {
  const chances = variants.filter(({ weight }) => weight > 0);
  let left = share * chances.reduce((sum, { weight }) => sum + weight, 0);
  const chosen = chances.find(({ weight }) => {
    left -= weight;
    return left < 0;
  });
  return chosen ?? (chances.at(-1) as Variant);
}
