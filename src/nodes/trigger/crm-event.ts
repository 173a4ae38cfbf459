import { z } from 'zod';
import { conditionField } from '../condition-field.js';
import { defineNode } from '../define-node.js';
import { filledText, optionalField } from '../field-kinds.js';
import { pipeline } from '../record-kinds.js';
import { acceptsPipeline, crmEventNames, requiresPipeline } from './crm-event-types.js';
import { passTriggerData } from './pass-trigger-data.js';

const maxConditions = 50;

export const crmEventTrigger = defineNode({
  type: 'trigger.crmEvent',
  title: 'CRM event',
  category: 'trigger',
  description: 'Starts the flow when something happens in the CRM; the event is the trigger data.',
  trigger: 'crm_event',
  fields: z
    .object({
      eventType: z.enum(crmEventNames).describe('The event that starts the flow.'),
      pipelineId: optionalField(filledText(100)).describe(
        'Only events of this pipeline. Required for opportunity.created, possible for the other opportunity events.',
      ),
      conditions: optionalField(z.array(conditionField).max(maxConditions)).describe(
        'All must hold; `left` is usually an expression on the event, as {{triggerData.data.status}}.',
      ),
    })
    .refine(({ eventType, pipelineId }) => pipelineId !== undefined || !requiresPipeline(eventType), {
      path: ['pipelineId'],
      message: 'Name the pipeline: opportunity.created needs one.',
    })
    .refine(({ eventType, pipelineId }) => pipelineId === undefined || acceptsPipeline(eventType), {
      path: ['pipelineId'],
      message: 'Leave the pipeline out: only opportunity events have one.',
    }),
  references: { pipelineId: pipeline },
  sourceHandles: ['out'],
  effects: false,
  sample: {
    id: '01970000-0000-7000-8000-000000000001',
    type: 'contact.created',
    timestamp: '2026-01-05T09:00:00.000Z',
    workspaceId: '01970000-0000-7000-8000-000000000002',
    data: { id: '01970000-0000-7000-8000-000000000003', name: 'Sample contact' },
  },
  example: {
    eventType: 'contact.created',
    conditions: [{ left: '{{triggerData.data.status}}', operator: 'eq', right: 'lead' }],
  },
  output: 'the event.',
  tried: {},
  run: passTriggerData,
});
