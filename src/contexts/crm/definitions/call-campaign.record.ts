import {
  defineRecord,
  freeObject,
  initially,
  one,
  oneOf,
  type RowOf,
  readOnly,
  ref,
  required,
  text,
} from '../../../platform/records/index.js';

const statuses = ['draft', 'scheduled', 'running', 'paused', 'completed', 'cancelled'] as const;

const fields = {
  name: required(text(200, { searched: true, sorted: true })),
  voiceAgentId: ref('voice_agents', 'voice agent', { filtered: true }),
  callerId: ref('caller_ids', 'caller id', { filtered: true, description: 'The id of the number that is shown' }),
  status: initially('draft', oneOf(statuses, { sorted: true, filtered: true })),
  audience: initially({}, freeObject({ description: 'Which contacts: {"tags": ["vip"]}' })),
  counts: readOnly(initially({ total: 0, completed: 0, failed: 0 }, freeObject({ description: 'Of its calls' }))),
};

export type CallCampaign = RowOf<typeof fields>;

export const callCampaigns = defineRecord({
  name: 'CallCampaign',
  plural: 'CallCampaigns',
  description: 'Calls of a voice agent to many contacts',
  table: 'call_campaigns',
  capability: 'callCampaigns',
  fields,
  hit: { order: 120, subtitle: 'r.status' },
  relations: {
    voiceAgent: one('voiceAgentId', 'VoiceAgent'),
    caller: one('callerId', 'CallerId'),
  },
});
