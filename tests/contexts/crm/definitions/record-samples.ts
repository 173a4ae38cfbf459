import {
  agents,
  calendarEvents,
  callCampaigns,
  callerIds,
  contacts,
  conversations,
  emailTemplates,
  knowledgeDocs,
  messages,
  opportunities,
  pipelines,
  voiceAgents,
  voiceCalls,
  whatsappTemplates,
} from '../../../../src/contexts/crm/definitions/index.js';
import { campaigns } from '../../../../src/contexts/engagement/campaigns/index.js';
import { followUpSequences } from '../../../../src/contexts/engagement/follow-up/index.js';
import type { AnyRecord } from '../../../../src/platform/records/index.js';
import { nobody } from '../../../support/sample-args.js';

/** What a test of a kind of record needs to know of it. */
export interface Sample {
  record: AnyRecord;
  /** Records that it names, by the field that names them. */
  names?: Record<string, AnyRecord>;
  /** A full input; each number gives another one. */
  input(n: number, ids: Record<string, string>): Record<string, unknown>;
  /** A change and what it becomes. */
  change: Record<string, unknown>;
  /** Inputs that break rules, with the fields that are reported. */
  errors: [Record<string, unknown>, string[]][];
}

/** The path of all records of a kind below their workspace, with the IDs in it. */
export function pathOf({ routes }: AnyRecord, ids: Readonly<Record<string, string>>): string {
  return String(routes.list)
    .replace('GET ', '')
    .replace(/:(\w+)/g, (_, name: string) => ids[name] as string);
}

export const stages = [
  { id: 'first', name: 'First talk', order: 0, probability: 10 },
  { id: 'offer', name: 'Offer', order: 1, probability: 50 },
];

export const samples: Sample[] = [
  {
    record: contacts,
    input: (n) => ({
      name: `Ana ${n}`,
      email: `ana${n}@example.com`,
      phone: `+3460000${String(n).padStart(4, '0')}`,
      company: `Acme ${n}`,
      status: n % 2 ? 'lead' : 'customer',
      source: 'fair',
      tags: ['vip', `t${n}`],
      doNotContact: false,
      customFields: { shoe: n },
    }),
    change: { status: 'lost', company: null },
    errors: [
      [{ name: 'Ana', email: 'nobody', phone: '600', status: 'friend' }, ['email', 'phone', 'status']],
      [{ name: ' ', tags: ['a', 'a'] }, ['name', 'tags']],
      [{}, ['name']],
    ],
  },
  {
    record: pipelines,
    input: (n) => ({ name: `Sales ${n}`, stages }),
    change: { stages: [...stages, { id: 'won', name: 'Won', order: 2, probability: null }] },
    errors: [
      [{ stages: [{ id: 'a', name: ' ', probability: 101 }] }, ['name', 'stages[0].name', 'stages[0].probability']],
      [{ name: 'x', stages: [stages[0], stages[0]] }, ['stages']],
    ],
  },
  {
    record: opportunities,
    names: { pipelineId: pipelines, contactId: contacts },
    input: (n, ids) => ({
      ...ids,
      name: `Order ${n}`,
      stageId: 'first',
      value: `${n}00.50`,
      currency: 'EUR',
      status: 'open',
      expectedCloseDate: `2026-12-0${n}`,
      customFields: {},
    }),
    change: { stageId: 'offer', value: '7.00' },
    errors: [
      [{ name: '', value: '1.234', currency: 'euro', stageId: 'first' }, ['name', 'value', 'currency', 'pipelineId']],
    ],
  },
  {
    record: conversations,
    names: { contactId: contacts, agentId: agents },
    input: (_n, ids) => ({ ...ids, channel: 'whatsapp', status: 'open' }),
    change: { status: 'pending' },
    errors: [[{ channel: 'pigeon' }, ['channel', 'contactId']]],
  },
  {
    record: messages,
    names: { conversationId: conversations },
    input: (n, { conversationId: _, ...ids }) => ({
      ...ids,
      direction: 'outbound',
      author: 'member',
      body: `Hello ${n}`,
      status: 'queued',
    }),
    change: { status: 'failed', error: 'No such number' },
    errors: [
      [{ body: 'x', status: 'received' }, ['status']],
      [{ direction: 'up', author: 'nobody' }, ['author', 'body', 'direction']],
    ],
  },
  {
    record: agents,
    input: (n) => ({
      name: `Helper ${n}`,
      prompt: 'Be kind',
      model: 'small',
      temperature: 0.5,
      tools: [],
      isActive: true,
    }),
    change: { isActive: false, temperature: null },
    errors: [[{ temperature: 3, tools: ['x'] }, ['name', 'temperature', 'tools']]],
  },
  {
    record: campaigns,
    input: (n) => ({
      name: `Spring ${n}`,
      channel: 'sms',
      status: 'scheduled',
      audience: { tags: ['vip'] },
      scheduledAt: `2027-01-0${n}T10:00:00.000Z`,
    }),
    change: { status: 'cancelled' },
    errors: [
      [{ name: 'x', channel: 'email', status: 'scheduled', templateId: nobody }, ['scheduledAt', 'templateId']],
      [{ name: 'x', channel: 'sms', status: 'sent' }, ['status']],
    ],
  },
  {
    record: emailTemplates,
    input: (n) => ({
      name: `Welcome ${n}`,
      subject: `Hello ${n}`,
      body: '<p>{{name}}</p>',
      variables: ['name'],
      category: 'start',
      language: 'en',
      status: 'active',
    }),
    change: { subject: 'Good day', category: null },
    errors: [[{ name: 'x', status: 'new' }, ['body', 'status', 'subject']]],
  },
  {
    record: whatsappTemplates,
    input: (n) => ({
      name: `welcome_${n}`,
      body: 'Hello {{1}}',
      variables: ['name'],
      category: 'utility',
      language: 'es',
      status: 'approved',
    }),
    change: { status: 'rejected' },
    errors: [[{ status: 'new' }, ['body', 'name', 'status']]],
  },
  {
    record: calendarEvents,
    names: { contactId: contacts },
    input: (n, ids) => ({
      ...ids,
      title: `Talk ${n}`,
      startsAt: `2026-12-0${n}T10:00:00.000Z`,
      endsAt: `2026-12-0${n}T11:00:00.000Z`,
      timezone: 'Europe/Madrid',
      status: 'scheduled',
      location: 'Office',
    }),
    change: { status: 'no_show', endsAt: '2026-12-09T11:00:00.000Z' },
    errors: [
      [{ title: 'x', startsAt: '2026-12-02T10:00:00Z', endsAt: '2026-12-01T10:00:00Z' }, ['endsAt']],
      [{ title: 'x', startsAt: 'soon', endsAt: '2026-12-01', timezone: 'Mars' }, ['startsAt', 'timezone']],
    ],
  },
  {
    record: knowledgeDocs,
    input: (n) => ({
      title: `Prices ${n}`,
      content: 'All of them',
      tags: ['prices', `p${n}`],
      sourceUrl: 'https://example.com/prices',
    }),
    change: { sourceUrl: null, tags: [] },
    errors: [[{ title: 'x', content: 'x', sourceUrl: 'javascript:alert(1)' }, ['sourceUrl']]],
  },
  {
    record: callerIds,
    input: (n) => ({ name: `Office ${n}`, phone: `+3491000000${n}`, verified: true }),
    change: { verified: false },
    errors: [[{ name: 'x', phone: '12' }, ['phone']]],
  },
  {
    record: voiceAgents,
    input: (n) => ({
      name: `Reception ${n}`,
      prompt: 'Answer',
      voice: 'alba',
      language: 'es',
      firstMessage: 'Hello',
      isActive: true,
    }),
    change: { language: null },
    errors: [[{ name: 'x', flowId: nobody }, ['flowId']]],
  },
  {
    record: callCampaigns,
    names: { voiceAgentId: voiceAgents, callerId: callerIds },
    input: (n, ids) => ({ ...ids, name: `Calls ${n}`, status: 'draft', audience: {} }),
    change: { status: 'scheduled' },
    errors: [
      [{ name: 'x', voiceAgentId: nobody, callerId: nobody }, ['callerId', 'voiceAgentId']],
      [{ name: 'x', voiceAgentId: 'x' }, ['voiceAgentId']],
    ],
  },
  {
    record: voiceCalls,
    names: { voiceAgentId: voiceAgents, contactId: contacts },
    input: (n, ids) => ({
      ...ids,
      direction: 'inbound',
      from: `+3460000000${n}`,
      to: '+34910000001',
      status: 'in_progress',
      startedAt: `2026-12-0${n}T10:00:00.000Z`,
      transcript: [{ at: null, speaker: 'agent', text: 'Hello' }],
      metadata: { n },
    }),
    change: { status: 'completed', durationSeconds: 60, endedAt: '2026-12-01T10:01:00.000Z' },
    errors: [
      [
        { direction: 'inbound', from: 'x', to: '+34910000001', transcript: [{ speaker: '', text: 'x' }] },
        ['from', 'transcript[0].speaker'],
      ],
    ],
  },
  {
    record: followUpSequences,
    names: { agentId: agents },
    input: (n, ids) => ({
      ...ids,
      name: `Reminder ${n}`,
      isActive: true,
      triggerOn: 'NO_RESPONSE',
      maxAttempts: n,
      reactivateAgent: false,
    }),
    change: { maxAttempts: null, isActive: false },
    errors: [[{ name: 'x', maxAttempts: 0, triggerOn: 'REPLY', agentId: nobody }, ['maxAttempts', 'triggerOn']]],
  },
];
