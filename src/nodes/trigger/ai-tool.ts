import { z } from 'zod';
import { schemaProblem } from '../../platform/json-schema.js';
import { defineNode } from '../define-node.js';
import { filledText, optionalField } from '../field-kinds.js';
import { passTriggerData } from './pass-trigger-data.js';

export const aiToolTrigger = defineNode({
  type: 'trigger.aiTool',
  title: 'AI tool',
  category: 'trigger',
  description: 'Lets an assistant call the flow as a tool; its arguments are the trigger data.',
  trigger: 'ai_tool',
  fields: z.object({
    toolName: z
      .string()
      .regex(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/, 'Use letters, digits, _ and -, at most 64, not a digit first.')
      .describe('The name under which the assistant calls it.'),
    description: filledText(2_000).describe('What it does and when to call it, written for the assistant.'),
    parameters: optionalField(
      z
        .record(z.string(), z.unknown())
        .refine(({ type }) => type === undefined || type === 'object', 'Give the JSON Schema of an object.')
        .superRefine((schema, context) => {
          const problem = schemaProblem(schema);
          if (problem) context.addIssue({ code: 'custom', message: problem });
        }),
    ).describe('JSON Schema of the arguments.'),
  }),
  sourceHandles: ['out'],
  effects: false,
  sample: { query: 'opening hours' },
  example: {
    toolName: 'find_opening_hours',
    description: 'Tells the opening hours of a shop. Call it when somebody asks when a shop is open.',
    parameters: { type: 'object', properties: { shop: { type: 'string' } }, required: ['shop'] },
  },
  output: 'the arguments of the call.',
  tried: {},
  run: passTriggerData,
});
