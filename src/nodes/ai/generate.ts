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
  description: 'Has a language model write a text, or an object that fits a schema.',
  fields: z.object({
    prompt: promptField.describe('What is asked. Secrets in it are masked.'),
    system: optionalField(promptField).describe('Who the model is and how it answers.'),
    ...modelFields,
    schema: optionalField(schemaField).describe('JSON Schema; the output is an object that fits it, in place of text.'),
  }),
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
  output: '`text`, `model` and `usage`; with `schema` the object.',
  errors: [...providerErrors, 'MODEL_ANSWER_INVALID'],
  tried: {
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
    const asked = await askModel(context, request);
    if (asked.kind === 'failed') return asked.outcome;
    const { text, finish, model, usage } = asked.answer;
    if (finish === 'length') context.log('warn', 'The answer was cut at its most tokens. Raise maxTokens for more.');
    return { kind: 'done', output: { text, model, usage } };
  },
});
