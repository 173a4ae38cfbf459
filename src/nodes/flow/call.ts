import { z } from 'zod';
import { defineNode } from '../define-node.js';
import { filledText, optionalField } from '../field-kinds.js';

export const flowCallNode = defineNode({
  type: 'flow.call',
  title: 'Call a flow',
  category: 'flow',
  capability: 'flows:execute',
  description: 'Runs another flow of the workspace, and continues with its output or at once.',
  fields: z.object({
    flowId: filledText(100).describe('The ID of the flow to run. It must be active.'),
    input: optionalField(z.unknown()).describe('The trigger data of the called execution. Defaults to null.'),
    wait: optionalField(z.boolean()).describe('Whether to wait until the called execution ends. Defaults to true.'),
  }),
  references: { flowId: { name: 'flow', label: 'flow', table: 'flows' } },
  sinks: { input: 'handsOn' },
  filled: { input: 'path' },
  sourceHandles: ['out'],
  timeoutHandle: true,
  errorHandle: true,
  effects: true,
  sample: {},
  example: { flowId: '01970000-0000-7000-8000-000000000001', input: { order: '{{triggerData.order}}' } },
  output: 'the output of the called execution; if `wait` is false, its `executionId`.',
  errors: ['CALL_DEPTH', 'CALL_FAILED', 'CALL_CANCELLED', 'FLOW_PAUSED', 'QUOTA_EXCEEDED', 'SUBFLOW_MISSING'],
  exampleRun: { triggerData: { order: 'A-1001' }, answer: { shipped: true } },
  run: ({ data: { flowId, input, wait = true }, callFlow }) => callFlow({ flowId, input, wait }),
});
