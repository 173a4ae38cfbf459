import { z } from 'zod';
import { defineNode } from '../define-node.js';
import { optionalField } from '../field-kinds.js';
import { oneUnit } from '../node-cost.js';
import { providerErrors } from '../step-errors.js';
import { askForObject, askModel } from './ask-model.js';
import { schemaField } from './json-schema.js';
import { modelFields, promptField } from './model-fields.js';

export const generateNode = defineNode({
  type: 'ai.generate',
  title: 'Generate',
  category: 'ai',
  capability: 'flows:execute',
  description: 'Lets a language model write a text, or JSON that matches a schema.',
  fields: z.object({
    prompt: promptField.describe('The prompt. Secrets in it are masked.'),
    system: optionalField(promptField).describe('The system prompt: the role of the model and how it answers.'),
    ...modelFields,
    schema: optionalField(schemaField).describe(
      'A JSON Schema. With it the output is JSON that matches the schema, instead of text.',
    ),
  }),
  filled: { system: 'value' },
  sourceHandles: ['out'],
  errorHandle: true,
  effects: true,
  cost: { ai_call: oneUnit },
  sample: { text: 'A sample answer.' },
  example: {
    system: 'You answer customers of a bookshop, in two sentences at most.',
    prompt: 'Answer this: {{triggerData.question}}',
    temperature: 0.3,
  },
  output: '`text`, `model` and `usage`; with `schema` the value that matches it.',
  errors: [...providerErrors, 'MODEL_ANSWER_INVALID'],
  exampleRun: {
    triggerData: { question: 'When are you open?' },
    answer: {
      text: 'We open at nine.',
      model: 'small',
      finish: 'stop',
      usage: { promptTokens: 24, completionTokens: 11 },
      source: 'platform',
    },
  },
  run: async (context) => {
    const { schema, ...request } = context.data;
    if (schema) return askForObject(context, { ...request, schema });
    const reply = await askModel(context, request);
    if (reply.kind === 'failed') return reply.outcome;
    const { text, finish, model, usage } = reply.answer;
    if (finish === 'length')
      context.log('warn', 'The answer was truncated at maxTokens. Raise maxTokens for a longer answer.');
    return { kind: 'done', output: { text, model, usage } };
  },
});
