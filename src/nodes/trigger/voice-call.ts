import { z } from 'zod';
import { defineNode } from '../define-node.js';
import { filledText, optionalField } from '../field-kinds.js';
import { voiceAgent } from '../record-kinds.js';
import { passTriggerData } from './pass-trigger-data.js';

/** The statuses of a voice call, each of which can start a flow. */
export const voiceCallEvents = ['ringing', 'in_progress', 'completed', 'failed', 'no_answer', 'busy'] as const;

export const voiceCallTrigger = defineNode({
  type: 'trigger.voiceCall',
  title: 'Voice call',
  category: 'trigger',
  capability: 'voiceAgents:read',
  description: 'Starts the flow when a voice call reaches a status. The call is the trigger data.',
  trigger: 'voice_call',
  fields: z.object({
    voiceAgentId: optionalField(filledText(100)).describe(
      'The ID of the voice agent whose calls start the flow. Defaults to any.',
    ),
    event: optionalField(z.enum(voiceCallEvents)).describe(
      'The status of the call that starts the flow. Defaults to `completed`.',
    ),
  }),
  references: { voiceAgentId: voiceAgent },
  sourceHandles: ['out'],
  effects: false,
  sample: {
    id: '01970000-0000-7000-8000-000000000004',
    direction: 'inbound',
    status: 'completed',
    durationSeconds: 84,
    summary: 'Asked for the opening hours.',
  },
  example: { event: 'completed' },
  output: 'the call.',
  exampleRun: {},
  run: passTriggerData,
});
