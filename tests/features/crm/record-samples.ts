import { contacts, opportunities, pipelines } from '../../../src/features/crm/index.js';
import type { AnyRecord } from '../../../src/features/records/index.js';

/** What a test of a kind of record needs to know of it. */
export interface Sample {
  record: AnyRecord;
  /** Records that it names, by the field that names them. */
  names?: Record<string, AnyRecord>;
  /** A full input; each number gives another one. */
  input(n: number, ids: Record<string, string>): Record<string, unknown>;
  /** A change and what it becomes. */
  change: Record<string, unknown>;
  /** Inputs that break rules, with the fields that are told. */
  faults: [Record<string, unknown>, string[]][];
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
    faults: [
      [{ name: 'Ana', email: 'nobody', phone: '600', status: 'friend' }, ['email', 'phone', 'status']],
      [{ name: ' ', tags: ['a', 'a'] }, ['name', 'tags']],
      [{}, ['name']],
    ],
  },
  {
    record: pipelines,
    input: (n) => ({ name: `Sales ${n}`, stages }),
    change: { stages: [...stages, { id: 'won', name: 'Won', order: 2, probability: null }] },
    faults: [
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
      expectedCloseDate: `2026-12-0${n}T10:00:00.000Z`,
      customFields: {},
    }),
    change: { stageId: 'offer', value: '7.00' },
    faults: [
      [{ name: '', value: '1.234', currency: 'euro', stageId: 'first' }, ['name', 'value', 'currency', 'pipelineId']],
    ],
  },
];
