import type { Sql } from '../../../platform/database/database.js';
import { anyOf, tableOf, typed } from '../../../platform/database/typed-sql.js';
import type { ErrorDetail } from '../../../platform/errors/errors.js';
import type { Flow } from '../../automation/flows/flow.entity.js';
import type { WhatsappTemplate } from '../../crm/definitions/index.js';
import { mergeFieldViolations, placeholdersOf } from '../channels/index.js';
import { type FollowUpStep, requiredField } from './follow-up-step.object.js';

/**
 * Violations of steps that concern more than one field: a field that the type requires is missing, or the template or the
 * flow is not in the workspace.
 * @param nameOf the path of a step's field in the response
 */
export async function stepViolations(
  sql: Sql,
  workspaceId: string,
  steps: readonly FollowUpStep[],
  nameOf: (step: FollowUpStep, field: string) => string,
): Promise<ErrorDetail[]> {
  const missing = steps.flatMap((step): ErrorDetail[] => {
    const field = requiredField[step.stepType];
    if (!field || step[field]?.trim()) return [];
    const message = `${field} is required for steps of type ${step.stepType}.`;
    return [{ field: nameOf(step, field), rule: 'REQUIRED_WITH', message }];
  });
  const ids = steps.flatMap(({ templateId, flowId }) => [templateId, flowId]).filter((id) => id != null);
  const unfilled = await mergeViolations(sql, workspaceId, steps, nameOf);
  if (ids.length === 0) return [...missing, ...unfilled];
  const idsOf = (field: 'templateId' | 'flowId') => steps.map((step) => step[field]).filter((id) => id != null);
  const from = typed(
    sql,
    'known_of_steps',
    tableOf<WhatsappTemplate>()('whatsapp_templates'),
    tableOf<Flow>()('flows'),
  );
  const flows = from.selectFrom('flows').select('id').where('workspaceId', '=', workspaceId);
  const rows = await from
    .selectFrom('whatsapp_templates')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', anyOf(idsOf('templateId')))
    .unionAll(flows.where('id', '=', anyOf(idsOf('flowId'))))
    .execute();
  const known = new Set(rows.map(({ id }) => id));
  const unknown = steps.flatMap((step) =>
    (['templateId', 'flowId'] as const)
      .filter((field) => step[field] && !known.has(step[field]))
      .map((field) => ({
        field: nameOf(step, field),
        rule: 'REFERENCE_UNKNOWN',
        message: `${field} must be the ID of a ${words[field]} in this workspace.`,
      })),
  );
  return [...missing, ...unknown, ...unfilled];
}

/** Placeholders of texts and prompts; a template also serves flows, which give its variables other values. */
async function mergeViolations(
  sql: Sql,
  workspaceId: string,
  steps: readonly FollowUpStep[],
  nameOf: (step: FollowUpStep, field: string) => string,
): Promise<ErrorDetail[]> {
  const texts = steps.flatMap((step) =>
    (['message', 'promptTemplate'] as const).map((field) => ({
      field: nameOf(step, field),
      names: placeholdersOf(step[field] ?? ''),
    })),
  );
  return mergeFieldViolations(sql, workspaceId, texts, ['agent.name', 'sequence.name']);
}

const words = { templateId: 'WhatsApp template', flowId: 'flow' };
