import { z } from 'zod';
import { defineNode } from '../define-node.js';
import { filledText, numberField, optionalField } from '../field-kinds.js';
import { oneUnit } from '../node-cost.js';
import { providerFailure } from '../provider-failure.js';
import { providerErrors } from '../step-errors.js';
import { promptField } from './model-fields.js';

export const agentNode = defineNode({
  type: 'ai.agent',
  title: 'Assistant',
  category: 'ai',
  capability: 'agents:write',
  description: 'Gives a task to an assistant, which can use its tools, and continues with its answer.',
  fields: z.object({
    agentId: filledText(100).describe('The ID of the assistant.'),
    input: promptField.describe('The task or question.'),
    maxTurns: optionalField(numberField(z.number().int().min(1).max(50))).describe(
      'How many times the model is called, at most. Defaults to 10.',
    ),
  }),
  references: { agentId: { name: 'agent', label: 'agent', table: 'agents' } },
  sourceHandles: ['out', 'handoff'],
  timeoutHandle: true,
  errorHandle: true,
  effects: true,
  cost: { ai_call: oneUnit },
  sample: { text: 'A sample answer.', toolCalls: [] },
  example: { agentId: '01970000-0000-7000-8000-000000000005', input: '{{triggerData.message}}', maxTurns: 5 },
  output: '`text`, the answer, and `toolCalls`, the calls of tools.',
  errors: [...providerErrors, 'REFUSED'],
  exampleRun: {
    triggerData: { message: 'Where is my parcel?' },
    answer: { sessionId: '01970000-0000-7000-8000-000000000011' },
  },
  run: async ({ data: { agentId, input, maxTurns = 10 }, ports }) => {
    try {
      const output = await ports.assistant.ask({ agentId, input, maxTurns });
      // A signal resumes the step when the assistant is done; until then it holds no worker.
      return { kind: 'wait', until: null, output };
    } catch (error) {
      return providerFailure(error);
    }
  },
});
