import { z } from 'zod';
import { defineNode } from '../define-node.js';
import { filledText, numberField, optionalField } from '../field-kinds.js';
import { recordFailure } from '../record-failure.js';
import { pipeline } from '../record-kinds.js';
import { recordErrors } from '../step-errors.js';
import { sampleOpportunity } from './samples.js';

export const createOpportunityNode = defineNode({
  type: 'crm.createOpportunity',
  title: 'Create an opportunity',
  category: 'crm',
  capability: 'pipelines:write',
  description: 'Creates an opportunity for a contact, in a stage of a pipeline.',
  fields: z.object({
    pipelineId: filledText(100).describe('The ID of the pipeline.'),
    stageId: filledText(100).describe('The ID of the stage in which it starts.'),
    contactId: filledText(100).describe('The ID of the contact.'),
    name: filledText(200).describe('The name of the opportunity.'),
    value: optionalField(numberField(z.number().min(0))).describe('The value of the opportunity.'),
  }),
  references: { pipelineId: pipeline },
  causes: ['opportunity.created'],
  sourceHandles: ['out'],
  errorHandle: true,
  effects: true,
  sample: sampleOpportunity,
  example: {
    pipelineId: '01970000-0000-7000-8000-000000000008',
    stageId: 'first',
    contactId: '{{triggerData.data.id}}',
    name: 'Order of {{triggerData.data.name}}',
    value: 250,
  },
  output: 'the opportunity.',
  errors: [...recordErrors],
  exampleRun: {
    triggerData: { data: { id: sampleOpportunity.contactId, name: 'Ana' } },
    answer: { ...sampleOpportunity, name: 'Order of Ana', value: '250.00' },
  },
  run: async ({ data, ports }) => {
    try {
      return { kind: 'done', output: await ports.crm.createOpportunity(data) };
    } catch (error) {
      return recordFailure(error);
    }
  },
});
