import type { NodeKind } from '../flow-model.js';
import { any, Including } from '../match.js';

/** The name of a record that one step makes; no other step makes one of this name. */
export const recordName = (executionId: string, nodeId: string, iteration: string) =>
  `${nodeId}-${iteration}-${executionId}`;

const nameIn = (id: string, iteration: string) => `"${id}-" + ${iteration} + "-" + execution.id`;

/** Records that exist before the flows run: the trigger data names them. */
export interface Records {
  contactId: string;
  email: string;
  pipelineId: string;
  opportunityId: string;
}

const records = 'triggerData.records';
/** One that does not exist. */
const nobody = '01970000-0000-7000-8000-000000000000';
/** An expression with one value where the item is to fail or to take its other way, and another one elsewhere. */
const either = (on: readonly number[], index: string, there: string, elsewhere: string) =>
  `{{${index} in [${on.join(', ')}] ? ${there} : ${elsewhere}}}`;

const find: NodeKind<null> = {
  name: 'find',
  weight: 2,
  handles: ['found', 'notFound'],
  needsServer: true,
  draw: () => null,
  write: ({ on }, { index }) => ({
    type: 'crm.findContact',
    data: { filter: { email: either(on, index, '"nobody@example.com"', `${records}.email`) } },
  }),
  visit: ({ on }, { index }) =>
    on.includes(index)
      ? { kind: 'done', handle: 'notFound', output: null }
      : { kind: 'done', handle: 'found', output: new Including({ id: any }) },
};

const upsert: NodeKind<null> = {
  name: 'upsert',
  weight: 4,
  handles: ['created', 'updated'],
  needsServer: true,
  draw: () => null,
  write: ({ id, on }, { index, iteration }) => ({
    type: 'crm.upsertContact',
    data: {
      email: either(on, index, `${records}.email`, `${nameIn(id, iteration)} + "@example.com"`),
      fields: { company: id },
    },
  }),
  visit: ({ id, on }, { index }) =>
    on.includes(index)
      ? { kind: 'done', handle: 'updated', output: new Including({ company: id }) }
      : { kind: 'done', handle: 'created', output: new Including({ company: id }), effect: 'contact' },
};

const tag: NodeKind<null> = {
  name: 'tag',
  weight: 2,
  handles: ['out', 'error'],
  needsServer: true,
  draw: () => null,
  write: ({ id, on }, { index }) => ({
    type: 'crm.tagContact',
    data: { contactId: either(on, index, `"${nobody}"`, `${records}.contactId`), tags: [id] },
  }),
  visit: ({ on }, { index }) =>
    on.includes(index) ? { kind: 'failed' } : { kind: 'done', handle: 'out', output: new Including({ id: any }) },
};

const open: NodeKind<null> = {
  name: 'open',
  weight: 3,
  handles: ['out', 'error'],
  needsServer: true,
  draw: () => null,
  write: ({ id, on }, { index, iteration }) => ({
    type: 'crm.createOpportunity',
    data: {
      pipelineId: `{{${records}.pipelineId}}`,
      stageId: either(on, index, '"nowhere"', '"first"'),
      contactId: `{{${records}.contactId}}`,
      name: `{{${nameIn(id, iteration)}}}`,
    },
  }),
  visit: ({ on }, { index }) =>
    on.includes(index)
      ? { kind: 'failed' }
      : { kind: 'done', handle: 'out', output: new Including({ stageId: 'first' }), effect: 'opportunity' },
};

const move: NodeKind<null> = {
  name: 'move',
  weight: 2,
  handles: ['out', 'error'],
  needsServer: true,
  draw: () => null,
  write: ({ on }, { index }) => ({
    type: 'crm.moveOpportunity',
    data: { opportunityId: `{{${records}.opportunityId}}`, stageId: either(on, index, '"nowhere"', '"offer"') },
  }),
  visit: ({ on }, { index }) =>
    on.includes(index)
      ? { kind: 'failed' }
      : { kind: 'done', handle: 'out', output: new Including({ stageId: 'offer' }) },
};

export const recordKinds = [find, upsert, tag, open, move] as const;
