import { z } from 'zod';
import { isEngineErrorCode } from '../../engine/errors/index.js';
import { conditionField } from '../condition-field.js';
import { defineNode } from '../define-node.js';
import { filledText, optionalField } from '../field-kinds.js';
import { passTriggerData } from './pass-trigger-data.js';

const maxConditions = 50;

export const executionFailedTrigger = defineNode({
  type: 'trigger.executionFailed',
  title: 'Failed execution',
  category: 'trigger',
  capability: 'flows:read',
  description: 'Starts the flow when an execution of another flow fails. The failure is the trigger data.',
  trigger: 'execution_failed',
  fields: z.object({
    flowId: optionalField(filledText(100)).describe(
      'The ID of the flow whose failures start this flow. Defaults to all other flows.',
    ),
    nodeId: optionalField(filledText(200)).describe('The ID of the node that must have failed. Defaults to any.'),
    code: optionalField(
      z
        .string()
        .refine(isEngineErrorCode, 'must be the code of an error of steps or executions, for example "HTTP_STATUS"'),
    ).describe('The code that the error must have, for example `HTTP_STATUS`. Defaults to any.'),
    conditions: optionalField(z.array(conditionField).max(maxConditions)).describe(
      'Conditions, all of which must be true. `left` is usually an expression that reads the failure, for example `{{triggerData.flow.name}}`.',
    ),
  }),
  references: { flowId: { name: 'watchedFlow', label: 'flow', table: 'flows' } },
  sourceHandles: ['out'],
  effects: false,
  sample: {
    execution: {
      id: '01970000-0000-7000-8000-000000000005',
      flowId: '01970000-0000-7000-8000-000000000006',
      status: 'failed',
      trigger: 'webhook',
      startedAt: '2026-01-05T09:00:00.000Z',
      finishedAt: '2026-01-05T09:00:02.000Z',
    },
    flow: { id: '01970000-0000-7000-8000-000000000006', name: 'Orders', version: 3 },
    node: { id: 'pay', name: 'Charge the card', type: 'http.request' },
    error: { code: 'HTTP_STATUS', message: 'The server answered with the status 500.', nodeId: 'pay' },
  },
  example: { code: 'HTTP_STATUS' },
  output: 'the failure: `execution`, `flow`, `error`, and the failed `node` or null.',
  exampleRun: {},
  run: passTriggerData,
});
