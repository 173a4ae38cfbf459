import { z } from 'zod';
import { schemaProblem } from '../../platform/json-schema.js';
import { defineNode } from '../define-node.js';
import { filledText, optionalField } from '../field-kinds.js';
import { passTriggerData } from './pass-trigger-data.js';

export const aiToolTrigger = defineNode({
  type: 'trigger.aiTool',
  title: 'AI tool',
  category: 'trigger',
  capability: null,
  description: 'Lets assistants call the flow as a tool. The arguments are the trigger data.',
  trigger: 'ai_tool',
  fields: z.object({
    toolName: z
      .string()
      .regex(
        /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/,
        'must have at most 64 letters, digits, _ and -, and must start with a letter or _',
      )
      .describe('The name by which assistants call the tool.'),
    description: filledText(2_000).describe('What the tool does and when to call it, for the assistant.'),
    parameters: optionalField(
      z
        .record(z.string(), z.unknown())
        .refine(({ type }) => type === undefined || type === 'object', 'must be the JSON Schema of an object')
        .superRefine((schema, context) => {
          const problem = schemaProblem(schema);
          if (problem) context.addIssue({ code: 'custom', message: problem });
        }),
    ).describe('The JSON Schema of the arguments. Defaults to no arguments.'),
  }),
  sourceHandles: ['out'],
  effects: false,
  sample: { query: 'opening hours' },
  example: {
    toolName: 'find_opening_hours',
    description: 'Returns the opening hours of a shop. Call it when a customer asks when a shop is open.',
    parameters: { type: 'object', properties: { shop: { type: 'string' } }, required: ['shop'] },
  },
  output: 'the arguments of the call.',
  exampleRun: {},
  run: passTriggerData,
});
