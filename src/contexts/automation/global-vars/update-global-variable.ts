import { notFound } from '../../../platform/errors.js';
import { requireId, type Scope } from '../../../platform/graphql/context.js';
import { refuseTakenVariable } from './create-global-variable.js';
import { GlobalVariable } from './global-variable.entity.js';
import type { UpdateGlobalVariableInput } from './global-variable.input.js';

/** Changes what was sent. Flows that name the old name are not rewritten. @throws AppError NOT_FOUND, NAME_TAKEN */
export async function updateGlobalVariable(
  scope: Scope,
  varId: string,
  input: UpdateGlobalVariableInput,
): Promise<GlobalVariable> {
  const id = requireId(varId, 'The global variable');
  const writing = scope.unitOfWork(async (em) => {
    const variable = await em.findOne(GlobalVariable, { workspaceId: scope.workspaceId, id });
    if (!variable) throw notFound('The global variable');
    const { name = variable.name, value = variable.value, description = variable.description } = input;
    if (name === variable.name && value === variable.value && description === variable.description) return variable;
    return em.assign(variable, { name, value, description, updatedAt: scope.services.now() });
  });
  return writing.catch(refuseTakenVariable(input.name ?? ''));
}
