import { z } from 'zod';
import { conditionField } from '../condition-field.js';
import { defineNode } from '../define-node.js';
import { contactEvents, definitionOf, sampleOf } from '../events/index.js';
import { filledText, optionalField } from '../field-kinds.js';
import { pipeline } from '../record-kinds.js';
import { acceptsPipeline, eventTypeField, readsOfEvent, requiresPipeline } from './crm-event-types.js';
import { passTriggerData } from './pass-trigger-data.js';

const maxConditions = 50;

export const crmEventTrigger = defineNode({
  type: 'trigger.crmEvent',
  title: 'CRM event',
  category: 'trigger',
  capability: 'crmEvents:write',
  description:
    'Starts the flow when an event occurs in the CRM, or when a caller publishes one. The event is the trigger data.',
  trigger: 'crm_event',
  fields: z
    .object({
      eventType: eventTypeField.describe(
        'The event that starts the flow: a type of CRM event, or `custom.<name>` for events that are published with `POST /events`.',
      ),
      pipelineId: optionalField(filledText(100)).describe(
        'The ID of the pipeline whose events start the flow. Required for `opportunity.created`; other opportunity events default to any pipeline.',
      ),
      conditions: optionalField(z.array(conditionField).max(maxConditions)).describe(
        'Conditions, all of which must be true. `left` is usually an expression that reads the event, for example `{{triggerData.data.status}}`.',
      ),
    })
    .refine(({ eventType, pipelineId }) => pipelineId !== undefined || !requiresPipeline(eventType), {
      path: ['pipelineId'],
      message: 'is required for opportunity.created',
    })
    .refine(({ eventType, pipelineId }) => pipelineId === undefined || acceptsPipeline(eventType), {
      path: ['pipelineId'],
      message: 'is not allowed: only opportunity events have a pipeline',
    }),
  references: { pipelineId: pipeline },
  reads: ({ eventType }) => readsOfEvent(eventType),
  sourceHandles: ['out'],
  effects: false,
  sample: sampleOf(contactEvents.created),
  sampleOf: ({ eventType }) => sampleOf(definitionOf(`${eventType}`) ?? contactEvents.created),
  example: {
    eventType: 'contact.created',
    conditions: [{ left: '{{triggerData.data.status}}', operator: 'eq', right: 'lead' }],
  },
  output: 'the event.',
  exampleRun: {},
  run: passTriggerData,
});
