import { ArrayMaxSize, ArrayUnique, ValidateNested } from 'class-validator';
import type { Sql } from '../../../platform/database/database.js';
import { storableJson } from '../../../platform/database/storable-json.js';
import type { ErrorDetail } from '../../../platform/errors.js';
import { newId } from '../../../platform/new-id.js';
import { defineRecord, initially, many, objects, type RowOf, required, text } from '../../../platform/records/index.js';
import { PipelineStage, PipelineStageInput } from './pipeline-stage.object.js';

const stagesField = objects<PipelineStage>(
  {
    type: () => PipelineStage,
    inputType: () => PipelineStageInput,
    subfields: ['id', 'name', 'order', 'probability'],
    rules: [
      ArrayMaxSize(100, { message: 'A pipeline has at most 100 stages.' }),
      ArrayUnique((stage: PipelineStageInput) => stage?.id ?? Symbol('none'), {
        message: 'Stages have ids of their own.',
      }),
      ValidateNested({ each: true }),
    ],
  },
  { description: 'Replaced as a whole; a stage that opportunities stand in cannot be left out' },
);

const fields = {
  name: required(text(200, { searched: true, sorted: true })),
  stages: initially([], { ...stagesField, store: storedStages }),
};

export type Pipeline = RowOf<typeof fields>;

export const pipelines = defineRecord({
  name: 'Pipeline',
  plural: 'Pipelines',
  description: 'The way that opportunities take, stage by stage',
  table: 'pipelines',
  capability: 'pipelines',
  fields,
  hit: { order: 30 },
  relations: {
    opportunities: many('Opportunity', 'pipelineId'),
  },
  heldBy: { opportunities_pipeline_fkey: 'an opportunity' },
  async check(sql, _scope, wanted, before) {
    return before ? await lostStageViolations(sql, wanted, before.stages) : [];
  },
});

/** In their order, each with an id. */
function storedStages(stages: readonly PipelineStageInput[]): string {
  const filled = stages.map(({ id, name, order, probability }, index) => ({
    ...{ id: id ?? newId(), name, order: order ?? index, probability: probability ?? null },
  }));
  return storableJson(filled.sort((a, b) => a.order - b.order));
}

/** The pipeline's row is locked: whoever puts an opportunity into a stage waits, and then sees the stages as they are. */
async function lostStageViolations(
  sql: Sql,
  { workspaceId, id, stages }: Pipeline,
  before: readonly PipelineStage[],
): Promise<ErrorDetail[]> {
  const kept = new Set(stages.map((stage) => stage.id));
  const lost = before.filter((stage) => !kept.has(stage.id));
  if (lost.length === 0) return [];
  const { rows } = await sql.query<{ stageId: string }>(
    `/* stages_in_use */ select distinct stage_id as "stageId" from opportunities
     where workspace_id = $1 and pipeline_id = $2 and stage_id = any($3::text[])`,
    [workspaceId, id, lost.map((stage) => stage.id)],
  );
  const used = new Set(rows.map(({ stageId }) => stageId));
  return lost
    .filter((stage) => used.has(stage.id))
    .map((stage) => ({
      field: 'stages',
      message: `Opportunities stand in the stage ${stage.name} (${stage.id}). Keep it, or move them first.`,
    }));
}
