import {
  defineRecord,
  flag,
  initially,
  longText,
  many,
  one,
  type RowOf,
  ref,
  required,
  text,
} from '../../../platform/records/index.js';

const fields = {
  name: required(text(200, { searched: true, sorted: true })),
  prompt: longText(50_000, { description: 'What the agent is told to be' }),
  voice: text(100),
  language: text(35, { filtered: true }),
  firstMessage: longText(2_000, { description: 'What it says first' }),
  companyContextId: ref('company_contexts', 'company context', { filtered: true }),
  flowId: ref('flows', 'flow', { filtered: true, description: 'Run after each of its calls' }),
  isActive: initially(true, flag({ filtered: true })),
};

export type VoiceAgent = RowOf<typeof fields>;

export const voiceAgents = defineRecord({
  name: 'VoiceAgent',
  plural: 'VoiceAgents',
  description: 'An assistant that speaks on the phone',
  table: 'voice_agents',
  capability: 'voiceAgents',
  fields,
  hit: { order: 50, subtitle: 'r.language' },
  relations: {
    companyContext: one('companyContextId', 'CompanyContext'),
    flow: one('flowId', 'Flow'),
    calls: many('VoiceCall', 'voiceAgentId'),
    callCampaigns: many('CallCampaign', 'voiceAgentId'),
  },
});
