import { Matches } from 'class-validator';
import { opportunityEvents } from '../../../nodes/index.js';
import type { Sql } from '../../../platform/database/database.js';
import { restrict } from '../../../platform/database/mapping/foreign-keys.js';
import { tableOf, typed } from '../../../platform/database/typed-sql.js';
import type { ErrorDetail } from '../../../platform/errors/errors.js';
import { must } from '../../../platform/errors/violation-words.js';
import { exampleId } from '../../../platform/example-id.js';
import {
  date,
  defineRecord,
  entry,
  freeObject,
  initially,
  line,
  member,
  money,
  one,
  oneOf,
  type RowOf,
  ref,
  required,
  text,
} from '../../../platform/records/index.js';
import { type ChangeEvents, publishesChanges } from './publish-events.js';

const currency = Matches(/^[A-Z]{3}$/, {
  message: '$property must be an ISO 4217 code of three capital letters, for example EUR.',
});

const fields = {
  name: required(line(200, { searched: true, sorted: true })),
  pipelineId: required(
    ref('pipelines', 'pipeline', { filtered: true, description: 'The pipeline of the opportunity.' }),
  ),
  stageId: required(text(100, { filtered: true, description: 'The ID of a stage of the pipeline.' })),
  contactId: ref('contacts', 'contact', { filtered: true, description: 'The contact of the opportunity.' }),
  value: money({ sorted: true, description: 'The expected amount, in `currency`.' }),
  currency: {
    ...text(3, { description: 'The currency of `value`.' }),
    rules: [currency],
    limits: 'An ISO 4217 code of three capital letters, for example EUR.',
  },
  status: initially(
    'open',
    oneOf(
      { open: 'It is not decided.', won: 'The contact buys.', lost: 'The contact does not buy.' },
      { sorted: true, filtered: true, description: 'The status of the opportunity.' },
    ),
  ),
  assignedTo: member({
    filtered: true,
    description: 'The user ID of the member who is responsible for the opportunity.',
  }),
  expectedCloseDate: date({ sorted: true, description: 'The day on which the decision is expected.' }),
  customFields: initially({}, freeObject({ description: 'Further fields of the opportunity, of any type, by name.' })),
};

export type Opportunity = RowOf<typeof fields>;

const events: ChangeEvents<Opportunity> = {
  created: opportunityEvents.created,
  updated: opportunityEvents.updated,
  deleted: opportunityEvents.deleted,
  also: (before, after) => {
    const moved = after.stageId !== before.stageId || after.pipelineId !== before.pipelineId;
    return [
      ...(moved ? [{ definition: opportunityEvents.stageChanged }] : []),
      ...(after.status !== before.status ? [{ definition: opportunityEvents.statusChanged }] : []),
      ...(after.assignedTo && after.assignedTo !== before.assignedTo
        ? [{ definition: opportunityEvents.assigned }]
        : []),
      ...(after.value !== before.value ? [{ definition: opportunityEvents.valueChanged }] : []),
    ];
  },
};

export const opportunities = defineRecord({
  name: 'Opportunity',
  plural: 'Opportunities',
  description: 'A possible sale, in a stage of a pipeline.',
  table: 'opportunities',
  indexes: {
    any: [
      'contactId',
      'createdAt',
      'expectedCloseDate',
      'name',
      'pipelineId',
      'stageId',
      'status',
      'updatedAt',
      'value',
    ],
    present: ['assignedTo'],
  },
  routes: {
    list: 'GET /opportunities',
    create: 'POST /opportunities',
    find: 'GET /opportunities/:opportunityId',
    update: 'PATCH /opportunities/:opportunityId',
    delete: 'DELETE /opportunities/:opportunityId',
  },
  examples: {
    create: {
      name: 'Forty chairs',
      pipelineId: exampleId('pipelineId'),
      stageId: 'new',
      value: '1200.00',
      currency: 'EUR',
    },
    update: { stageId: 'offer', value: '1350.00' },
  },
  capability: 'pipelines',
  fields,
  rules: ['REFERENCE_UNKNOWN'],
  foreignKeys: { pipelineId: restrict('pipelines', 'opportunities_pipeline_fkey') },
  relations: {
    pipeline: one('pipelineId', 'Pipeline'),
    stage: entry('stageId', { through: 'pipelineId', target: 'Pipeline', list: 'stages' }),
    contact: one('contactId', 'Contact'),
    assignee: one('assignedTo', 'Member'),
  },
  written: publishesChanges(fields, events),
  check: (sql, _scope, opportunity, before) => stageViolations(sql, opportunity, before),
});

const pipelinesTable = tableOf<{ workspaceId: string; id: string; stages: { id: string }[] }>()('pipelines');

/** Runs under a lock on the pipeline, so that the stage cannot be removed before the row is written. */
async function stageViolations(sql: Sql, opportunity: Opportunity, before: Opportunity | null): Promise<ErrorDetail[]> {
  if (before && before.stageId === opportunity.stageId && before.pipelineId === opportunity.pipelineId) return [];
  const pipeline = await typed(sql, 'stages_of_pipeline', pipelinesTable)
    .selectFrom('pipelines')
    .select('stages')
    .where('workspaceId', '=', opportunity.workspaceId)
    .where(({ cast }) => cast<string>('id', 'text'), '=', opportunity.pipelineId)
    .forShare()
    .executeTakeFirst();
  // An unknown pipeline is reported by its own field.
  if (!pipeline || pipeline.stages.some(({ id }) => id === opportunity.stageId)) return [];
  const stages = pipeline.stages.map(({ id }) => id);
  return [
    {
      field: 'stageId',
      rule: 'REFERENCE_UNKNOWN',
      message:
        stages.length > 0
          ? `stageId ${must.beOneOf(stages)}`
          : 'stageId must be a stage of the pipeline, which has no stages yet.',
    },
  ];
}
