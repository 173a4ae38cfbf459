import { z } from 'zod';
import { defineNode } from '../define-node.js';
import { filledText } from '../field-kinds.js';
import { recordFailure } from '../record-failure.js';
import { recordErrors } from '../step-errors.js';
import { sampleOpportunity } from './samples.js';

export const moveOpportunityNode = defineNode({
  type: 'crm.moveOpportunity',
  title: 'Move an opportunity',
  category: 'crm',
  capability: 'pipelines:write',
  description: 'Moves an opportunity to another stage of its pipeline.',
  fields: z.object({
    opportunityId: filledText(100).describe('The ID of the opportunity.'),
    stageId: filledText(100).describe('The ID of the new stage.'),
  }),
  causes: ['opportunity.updated', 'opportunity.stage_changed'],
  sourceHandles: ['out'],
  errorHandle: true,
  effects: true,
  sample: sampleOpportunity,
  example: { opportunityId: '{{triggerData.data.id}}', stageId: 'won' },
  output: 'the opportunity.',
  errors: [...recordErrors],
  exampleRun: { triggerData: { data: { id: sampleOpportunity.id } }, answer: { ...sampleOpportunity, stageId: 'won' } },
  run: async ({ data: { opportunityId, stageId }, ports }) => {
    try {
      return { kind: 'done', output: await ports.crm.moveOpportunity(opportunityId, stageId) };
    } catch (error) {
      return recordFailure(error);
    }
  },
});
