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
  id: filledText(100).describe('Names the handle: variant:ID.'),
  weight: numberField(z.number().min(0).max(1_000_000)).describe(
    'Its share: of 3 and 1, the first gets three in four.',
  ),
});

export const splitNode = defineNode({
  type: 'logic.split',
  title: 'Split',
  category: 'logic',
  description: 'Sends each run one of several ways by their weights; the same key always goes the same way.',
  fields: z.object({
    variants: z
      .array(variant)
      .min(1, 'Give at least one variant.')
      .max(100)
      .refine((variants) => variants.some(({ weight }) => weight !== 0), 'Give at least one variant a weight above 0.')
      .describe('The ways there are, with their weights.'),
    key: optionalField(textField(z.string())).describe(
      "What decides, as a contact's ID. Without it, each run is sent by chance.",
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
  tried: { triggerData: { contactId: '01970000-0000-7000-8000-000000000003' } },
  // A step that is done again after a crash goes the same way: its key is the same.
  run: ({ data: { variants, key }, idempotencyKey }) => {
    const { id } = choose(variants, shareOf(key || idempotencyKey));
    return { kind: 'done', output: { variant: id }, handle: `variant:${id}` };
  },
});

/** A number from 0 up to 1 that is the same for the same text, everywhere and always. */
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
