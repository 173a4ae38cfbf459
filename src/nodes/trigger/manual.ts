import { z } from 'zod';
import { defineNode } from '../define-node.js';
import { passTriggerData } from './pass-trigger-data.js';

export const manualTrigger = defineNode({
  type: 'trigger.manual',
  title: 'Manual start',
  category: 'trigger',
  capability: null,
  description: 'Starts the flow manually or by an API call, with the data of the request.',
  trigger: 'manual',
  fields: z.object({}),
  sourceHandles: ['out'],
  effects: false,
  sample: {},
  example: {},
  output: 'the trigger data.',
  exampleRun: { triggerData: { customer: 'Ana', amount: 120 } },
  run: passTriggerData,
});
