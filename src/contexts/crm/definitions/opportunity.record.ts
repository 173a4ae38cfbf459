import { Matches } from 'class-validator';
import type { Sql } from '../../../platform/database/database.js';
import { restrict } from '../../../platform/database/mapping/foreign-keys.js';
import type { ErrorDetail } from '../../../platform/errors.js';
import {
  defineRecord,
  entry,
  freeObject,
  initially,
  member,
  money,
  one,
  oneOf,
  type RowOf,
  ref,
  required,
  text,
  time,
} from '../../../platform/records/index.js';
import { type ChangeEvents, publishesChanges } from './publish-events.js';

const currency = Matches(/^[A-Z]{3}$/, { message: '$property is a code of three capital letters, as EUR.' });

const fields = {
  name: required(text(200, { searched: true, sorted: true })),
  pipelineId: required(ref('pipelines', 'pipeline', { filtered: true })),
  stageId: required(text(100, { filtered: true, description: "One of the pipeline's stages" })),
  contactId: ref('contacts', 'contact', { filtered: true }),
  value: money({ sorted: true }),
  currency: { ...text(3), rules: [currency] },
  status: initially('open', oneOf(['open', 'won', 'lost'], { sorted: true, filtered: true })),
  assignedTo: member({ filtered: true }),
  expectedCloseDate: time({ sorted: true }),
  customFields: initially({}, freeObject()),
};

export type Opportunity = RowOf<typeof fields>;

const events: ChangeEvents<Opportunity> = {
  created: 'opportunity.created',
  updated: 'opportunity.updated',
  deleted: 'opportunity.deleted',
  also: (before, after) => {
    const moved = after.stageId !== before.stageId || after.pipelineId !== before.pipelineId;
    return [
      ...(moved ? [{ type: 'opportunity.stage_changed' as const }] : []),
      ...(after.status !== before.status ? [{ type: 'opportunity.status_changed' as const }] : []),
      ...(after.assignedTo && after.assignedTo !== before.assignedTo
        ? [{ type: 'opportunity.assigned' as const }]
        : []),
      ...(after.value !== before.value ? [{ type: 'opportunity.value_changed' as const }] : []),
    ];
  },
};

export const opportunities = defineRecord({
  name: 'Opportunity',
  plural: 'Opportunities',
  description: 'Business that may come of a contact',
  table: 'opportunities',
  capability: 'pipelines',
  fields,
  foreignKeys: { pipelineId: restrict('pipelines', 'opportunities_pipeline_fkey') },
  relations: {
    pipeline: one('pipelineId', 'Pipeline'),
    stage: entry('stageId', { through: 'pipelineId', target: 'Pipeline', list: 'stages' }),
    contact: one('contactId', 'Contact'),
    assignee: one('assignedTo', 'Member'),
  },
  written: publishesChanges(fields, events),
  check: (sql, _scope, wanted, before) => stageViolations(sql, wanted, before),
});

/** Asked under a lock on the pipeline, so that the stage is still there when the row is. */
async function stageViolations(sql: Sql, wanted: Opportunity, before: Opportunity | null): Promise<ErrorDetail[]> {
  if (before && before.stageId === wanted.stageId && before.pipelineId === wanted.pipelineId) return [];
  const { rows } = await sql.query<{ stages: { id: string }[] }>(
    '/* stages_of_pipeline */ select stages from pipelines where workspace_id = $1 and id::text = $2 for share',
    [wanted.workspaceId, wanted.pipelineId],
  );
  // An unknown pipeline is told by its own field.
  if (!rows[0] || rows[0].stages.some(({ id }) => id === wanted.stageId)) return [];
  const known = rows[0].stages.map(({ id }) => id).join(', ');
  return [
    { field: 'stageId', message: `stageId names no stage of the pipeline; its stages are: ${known || 'none yet'}.` },
  ];
}
