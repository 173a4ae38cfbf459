import {
  defineRecord,
  flag,
  initially,
  line,
  longText,
  many,
  one,
  type RowOf,
  ref,
  required,
  startsFlow,
  text,
} from '../../../platform/records/index.js';

const fields = {
  name: required(line(200, { searched: true, sorted: true })),
  prompt: longText(50_000, { description: 'The system prompt of the voice agent.' }),
  voice: line(100, { description: 'The name of the voice.' }),
  language: text(35, { filtered: true, description: 'The language code, for example es or pt_BR.' }),
  firstMessage: longText(2_000, { description: 'The first sentence of each call.' }),
  companyContextId: ref('company_contexts', 'company context', {
    filtered: true,
    description: 'The company context that the voice agent uses.',
  }),
  flowId: startsFlow({
    filtered: true,
    description: 'The flow that runs after each call of the voice agent.',
  }),
  isActive: initially(true, flag({ filtered: true, description: 'Whether the voice agent takes and makes calls.' })),
};

export type VoiceAgent = RowOf<typeof fields>;

export const voiceAgents = defineRecord({
  name: 'VoiceAgent',
  plural: 'VoiceAgents',
  description: 'An assistant that talks on the phone.',
  table: 'voice_agents',
  indexes: { any: ['createdAt'], present: ['companyContextId', 'flowId'] },
  routes: {
    list: 'GET /voice-agents',
    create: 'POST /voice-agents',
    find: 'GET /voice-agents/:voiceAgentId',
    update: 'PATCH /voice-agents/:voiceAgentId',
    delete: 'DELETE /voice-agents/:voiceAgentId',
  },
  examples: {
    create: {
      name: 'Reception',
      prompt: 'Answer the phone and take messages.',
      language: 'en',
      firstMessage: 'Hello, how can I help you?',
    },
    update: { isActive: false },
  },
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
