import type { Sql } from '../../../platform/database/database.js';
import { statement } from '../../../platform/database/statement.js';
import type { ErrorDetail } from '../../../platform/errors/errors.js';
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
  const text = `/* known_of_steps */ select id from whatsapp_templates where workspace_id = $1 and id = any($2::uuid[])
    union all select id from flows where workspace_id = $1 and id = any($3::uuid[])`;
  const idsOf = (field: 'templateId' | 'flowId') => steps.map((step) => step[field]).filter((id) => id != null);
  const { rows } = await sql.query<{ id: string }>(
    statement(text, [workspaceId, idsOf('templateId'), idsOf('flowId')]),
  );
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
