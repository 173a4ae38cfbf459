import { z } from 'zod';
import { defineNode } from '../define-node.js';
import { passTriggerData } from './pass-trigger-data.js';

export const manualTrigger = defineNode({
  type: 'trigger.manual',
  title: 'Manual start',
  category: 'trigger',
  description: 'Starts the flow by hand or by an API call, with the data that was sent.',
  trigger: 'manual',
  fields: z.object({}),
  sourceHandles: ['out'],
  effects: false,
  sample: {},
  example: {},
  output: 'the data that the run was started with.',
  tried: { triggerData: { customer: 'Ana', amount: 120 } },
  run: passTriggerData,
});
