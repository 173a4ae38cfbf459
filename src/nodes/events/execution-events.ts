import { z } from 'zod';
import { defineEvent } from '../../platform/events/index.js';
import { exampleId } from '../../platform/example-id.js';

const time = z.string().meta({ format: 'date-time' });

function execution<Status extends string>(status: z.ZodType<Status>) {
  return z
    .object({
      id: z.string().describe('The ID of the execution.'),
      flowId: z.string().describe('The ID of its flow.'),
      status,
      trigger: z.string().describe('What started it.'),
      startedAt: time.describe('When it started.'),
      finishedAt: time.describe('When it ended.'),
    })
    .describe('The execution.');
}

const flow = z
  .object({
    id: z.string().describe('The ID of the flow.'),
    name: z.string().describe('Its name.'),
    version: z.number().describe('The version that was carried out.'),
  })
  .describe('Its flow.');

const ended = {
  id: exampleId('executionId'),
  flowId: exampleId('flowId'),
  trigger: 'webhook',
  startedAt: '2026-01-05T09:00:00.000Z',
  finishedAt: '2026-01-05T09:00:02.000Z',
};
const flowSample = { id: exampleId('flowId'), name: 'Orders', version: 3 };

export const executionEvents = {
  completed: defineEvent({
    type: 'execution.completed',
    summary: 'An execution has completed.',
    read: 'flows:read',
    data: {
      object: z.object({
        execution: execution(z.literal('completed').describe('Its status.')),
        flow,
        output: z.unknown().describe('Its output; null where `outputOmitted` is true.'),
        outputOmitted: z
          .boolean()
          .optional()
          .describe('True if the output is left out because it has more than 64 KiB.'),
      }),
    },
    omitted: { output: null, outputOmitted: true },
    sample: { data: { execution: { ...ended, status: 'completed' }, flow: flowSample, output: { total: 42.5 } } },
  }),
  failed: defineEvent({
    type: 'execution.failed',
    summary: 'An execution has failed.',
    read: 'flows:read',
    data: {
      object: z.object({
        execution: execution(z.literal('failed').describe('Its status.')),
        flow,
        node: z
          .object({
            id: z.string().describe('The ID of the node.'),
            name: z.string().describe('Its name.'),
            type: z.string().nullable().describe('Its type; null if it is not known.'),
          })
          .nullable()
          .describe('The node that failed; null if the execution failed as a whole, for example by its timeout.'),
        error: z
          .object({
            code: z.string().describe('The code of the error, for example `HTTP_STATUS`.'),
            message: z.string().describe('What went wrong.'),
            nodeId: z.string().optional().describe('The node that failed; absent if no node did.'),
          })
          .describe('Why it failed.'),
      }),
    },
    sample: {
      data: {
        execution: { ...ended, status: 'failed' },
        flow: flowSample,
        node: { id: 'pay', name: 'Charge the card', type: 'http.request' },
        error: { code: 'HTTP_STATUS', message: 'The server answered with the status 500.', nodeId: 'pay' },
      },
    },
  }),
  cancelled: defineEvent({
    type: 'execution.cancelled',
    summary: 'An execution was cancelled.',
    read: 'flows:read',
    data: { object: z.object({ execution: execution(z.literal('cancelled').describe('Its status.')), flow }) },
    sample: { data: { execution: { ...ended, status: 'cancelled' }, flow: flowSample } },
  }),
  approvalRequested: defineEvent({
    type: 'approval.requested',
    summary: 'A step waits for an approval.',
    read: 'flows:read',
    data: {
      object: z.object({
        execution: execution(z.literal('running').describe('Its status.'))
          .omit({ finishedAt: true })
          .describe('The execution.'),
        flow,
        step: z
          .object({
            id: z.string().describe('The ID of the step.'),
            nodeId: z.string().describe('The ID of its node.'),
            name: z.string().describe('The name of its node.'),
          })
          .describe('The step that waits.'),
        message: z.string().nullable().describe('What is to be approved.'),
        expiresAt: time.nullable().describe('Until when it waits; null without a limit.'),
      }),
    },
    omitted: { message: null },
    sample: {
      data: {
        execution: {
          id: ended.id,
          flowId: ended.flowId,
          status: 'running',
          trigger: ended.trigger,
          startedAt: ended.startedAt,
        },
        flow: flowSample,
        step: { id: exampleId('stepId'), nodeId: 'approve', name: 'Ask the manager' },
        message: 'Refund 120 EUR?',
        expiresAt: '2026-01-06T09:00:00.000Z',
      },
    },
  }),
};
