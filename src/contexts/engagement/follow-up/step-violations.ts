import type { Sql } from '../../../platform/database/database.js';
import { statement } from '../../../platform/database/statement.js';
import type { ErrorDetail } from '../../../platform/errors.js';
import { type FollowUpStep, neededField } from './follow-up-step.object.js';

/**
 * What is wrong with steps beyond their single fields: what a type needs and the step lacks, templates and flows that
 * are none of the workspace.
 * @param nameOf how a step's field is called in the answer
 */
export async function stepViolations(
  sql: Sql,
  workspaceId: string,
  steps: readonly FollowUpStep[],
  nameOf: (step: FollowUpStep, field: string) => string,
): Promise<ErrorDetail[]> {
  const lacking = steps.flatMap((step): ErrorDetail[] => {
    const needed = neededField[step.stepType];
    if (!needed || step[needed]) return [];
    return [{ field: nameOf(step, needed), message: `A step of the type ${step.stepType} needs ${needed}.` }];
  });
  const named = steps.flatMap(({ templateId, flowId }) => [templateId, flowId]).filter((id) => id != null);
  if (named.length === 0) return lacking;
  const text = `/* known_of_steps */ select id from whatsapp_templates where workspace_id = $1 and id = any($2::uuid[])
    union all select id from flows where workspace_id = $1 and id = any($3::uuid[])`;
  const ids = (field: 'templateId' | 'flowId') => steps.map((step) => step[field]).filter((id) => id != null);
  const { rows } = await sql.query<{ id: string }>(statement(text, [workspaceId, ids('templateId'), ids('flowId')]));
  const known = new Set(rows.map(({ id }) => id));
  const strange = steps.flatMap((step) =>
    (['templateId', 'flowId'] as const)
      .filter((field) => step[field] && !known.has(step[field]))
      .map((field) => ({
        field: nameOf(step, field),
        message: `${field} names no ${words[field]} of this workspace. Check the id.`,
      })),
  );
  return [...lacking, ...strange];
}

const words = { templateId: 'WhatsApp template', flowId: 'flow' };
