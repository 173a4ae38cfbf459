import { AppError, validationFailed } from '../../../../platform/errors/errors.js';
import type { Scope } from '../../../../platform/graphql/context.js';
import { applyInput } from '../apply-input.js';
import { emptyContent, type FlowContent } from '../content/flow-content.js';
import { storeFlow } from '../create-flow.js';
import { checkFlow } from '../validation/check-flow.js';
import { type ImportedFlow, type ImportFlowInput, inFile } from './flow-file.object.js';

/**
 * Stores the flow of an exported file, paused, and returns the validation rules that it breaks here, for example because
 * the workspace lacks secrets, variables or records.
 * @throws AppError VALIDATION_FAILED
 */
export async function importFlow(scope: Scope, { file, name, folderId }: ImportFlowInput): Promise<ImportedFlow> {
  const content = contentOf({ file, ...(name !== undefined && { name }), folderId: folderId ?? null });
  const flow = await storeFlow(scope, content);
  const { issues } = await checkFlow(scope.sql, { workspaceId: scope.workspaceId, flowId: flow.id }, content);
  return { flow, issues: [...issues] };
}

/** @throws AppError VALIDATION_FAILED */
function contentOf({ file, name, folderId }: Pick<ImportFlowInput, 'file' | 'name' | 'folderId'>): FlowContent {
  const { description, nodes, edges, variables, settings, tags } = file;
  const given = { description, nodes, edges, variables, settings, tags, folderId };
  const sent = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  try {
    return applyInput(emptyContent, { ...sent, name: name ?? file.name });
  } catch (error) {
    if (error instanceof AppError && error.details) throw validationFailed(inFile(error.details));
    throw error;
  }
}
