import { v7 as uuidv7 } from 'uuid';
import { refuseTakenName } from '../../../platform/database/refuse-taken-name.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { GlobalVariable } from './global-variable.entity.js';
import type { CreateGlobalVariableInput } from './global-variable.input.js';

/** @throws AppError NAME_TAKEN */
export async function createGlobalVariable(scope: Scope, input: CreateGlobalVariableInput): Promise<GlobalVariable> {
  const now = scope.services.now();
  const writing = scope.create(GlobalVariable, {
    workspaceId: scope.workspaceId,
    id: uuidv7(),
    name: input.name,
    value: input.value,
    description: input.description ?? '',
    createdAt: now,
    updatedAt: now,
  });
  return writing.catch(refuseTakenVariable(input.name));
}

/** For the end of a write of global variables. @throws AppError NAME_TAKEN, or the error itself */
export function refuseTakenVariable(name: string): (error: unknown) => never {
  return refuseTakenName('global_variables_name_unique', 'global variable', name);
}
