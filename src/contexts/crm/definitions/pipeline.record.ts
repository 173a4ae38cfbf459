import { ArrayMaxSize, ArrayUnique, ValidateNested } from 'class-validator';
import type { Sql } from '../../../platform/database/database.js';
import { storableJson } from '../../../platform/database/storable-json.js';
import { anyOf, tableOf, typed } from '../../../platform/database/typed-sql.js';
import type { ErrorDetail } from '../../../platform/errors/errors.js';
import { must } from '../../../platform/errors/violation-words.js';
import { newId } from '../../../platform/new-id.js';
import { defineRecord, initially, line, many, objects, type RowOf, required } from '../../../platform/records/index.js';
import type { Opportunity } from './opportunity.record.js';
import { PipelineStage, PipelineStageInput } from './pipeline-stage.object.js';

const stagesField = objects<PipelineStage>(
  {
    type: () => PipelineStage,
    inputType: () => PipelineStageInput,
    subfields: ['id: key', 'name', 'order', 'probability'],
    rules: [
      ArrayMaxSize(100, { message: `$property ${must.haveAtMostEntries(100)}` }),
      ArrayUnique((stage: PipelineStageInput) => stage?.id ?? stage?.key ?? Symbol('none'), {
        message: '$property must have different IDs.',
        context: { rule: 'DUPLICATE' },
      }),
      ValidateNested({ each: true }),
    ],
  },
  {
    description:
      'The stages in order. An update replaces them all and must keep every stage that has opportunities. At most 100.',
  },
);

const fields = {
  name: required(line(200, { searched: true, sorted: true })),
  stages: initially([], { ...stagesField, store: storedStages }),
};

export type Pipeline = RowOf<typeof fields>;

export const pipelines = defineRecord({
  name: 'Pipeline',
  plural: 'Pipelines',
  description: 'A sales process that opportunities pass through in stages.',
  table: 'pipelines',
  indexes: { any: ['createdAt'] },
  routes: {
    list: 'GET /pipelines',
    create: 'POST /pipelines',
    find: 'GET /pipelines/:pipelineId',
    update: 'PATCH /pipelines/:pipelineId',
    delete: 'DELETE /pipelines/:pipelineId',
  },
  examples: {
    create: {
      name: 'Sales',
      stages: [
        { id: 'new', name: 'New', probability: 10 },
        { id: 'offer', name: 'Offer', probability: 50 },
      ],
    },
    update: { name: 'Sales in Spain' },
  },
  capability: 'pipelines',
  fields,
  hit: { order: 30 },
  relations: {
    opportunities: many('Opportunity', 'pipelineId'),
  },
  heldBy: { opportunities_pipeline_fkey: 'an opportunity' },
  rules: ['STATE_UNSUITABLE'],
  async check(sql, _scope, pipeline, before) {
    return before ? await removedStageViolations(sql, pipeline, before.stages) : [];
  },
});

/** The stages in order, each with an ID. */
function storedStages(stages: readonly PipelineStageInput[]): string {
  const filled = stages.map(({ id, key, name, order, probability }, index) => ({
    id: id ?? key ?? newId(),
    name,
    order: order ?? index,
    probability: probability ?? null,
  }));
  return storableJson(filled.sort((a, b) => a.order - b.order));
}

/** The row of the pipeline is locked: a concurrent move of an opportunity waits, and then sees the new stages. */
async function removedStageViolations(
  sql: Sql,
  { workspaceId, id, stages }: Pipeline,
  before: readonly PipelineStage[],
): Promise<ErrorDetail[]> {
  const kept = new Set(stages.map((stage) => stage.id));
  const removed = before.filter((stage) => !kept.has(stage.id));
  if (removed.length === 0) return [];
  const rows = await typed(sql, 'stages_in_use', tableOf<Opportunity>()('opportunities'))
    .selectFrom('opportunities')
    .select('stageId')
    .distinct()
    .where('workspaceId', '=', workspaceId)
    .where('pipelineId', '=', id)
    .where('stageId', '=', anyOf(removed.map((stage) => stage.id)))
    .execute();
  const used = new Set(rows.map(({ stageId }) => stageId));
  return removed
    .filter((stage) => used.has(stage.id))
    .map((stage) => ({
      field: 'stages',
      rule: 'STATE_UNSUITABLE',
      message: `stages must contain ${stage.name} (${stage.id}), which has opportunities. Keep it, or move them first.`,
    }));
}
