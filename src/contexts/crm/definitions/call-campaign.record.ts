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
  voiceAgentId: ref('voice_agents', 'voice agent', {
    filtered: true,
    description: 'The voice agent that makes the calls.',
  }),
  callerId: ref('caller_ids', 'caller ID', {
    filtered: true,
    description: 'The ID of the caller ID whose number the calls show.',
  }),
  status: initially(
    'draft',
    oneOf(statuses, { sorted: true, filtered: true, description: 'The status of the campaign.' }),
  ),
  audience: initially({}, freeObject({ description: 'The contacts to call, for example {"tags": ["vip"]}.' })),
  counts: readOnly(
    initially(
      { total: 0, completed: 0, failed: 0 },
      freeObject({ description: 'The number of calls of the campaign by outcome.' }),
    ),
  ),
};

export type CallCampaign = RowOf<typeof fields>;

export const callCampaigns = defineRecord({
  name: 'CallCampaign',
  plural: 'CallCampaigns',
  description: 'Calls of a voice agent to many contacts.',
  table: 'call_campaigns',
  examples: {
    create: { name: 'Renewals', audience: { tags: ['customer'] } },
    update: { name: 'Renewals in May' },
  },
  capability: 'callCampaigns',
  fields,
  hit: { order: 120, subtitle: 'r.status' },
  relations: {
    voiceAgent: one('voiceAgentId', 'VoiceAgent'),
    caller: one('callerId', 'CallerId'),
  },
});
