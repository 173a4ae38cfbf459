import { v7 as uuidv7 } from 'uuid';
import { previewSecret } from '../../../engine/index.js';
import { refuseTakenName } from '../../../platform/database/refuse-taken-name.js';
import { type ErrorDetail, validationFailed } from '../../../platform/errors.js';
import { isUuid, type Scope } from '../../../platform/graphql/context.js';
import { secretContext } from './sealed-secret.js';
import { Secret } from './secret.entity.js';
import type { CreateSecretInput } from './secret.input.js';

const foreignKeyViolation = '23503';

const flowFault: ErrorDetail = {
  field: 'flowId',
  message: "flowId names no flow of this workspace. Give a flow's id, or leave it out for every flow.",
};

/**
 * Seals a value and stores it, for one flow or for all of the workspace.
 * @throws AppError NAME_TAKEN, VALIDATION_FAILED for a flow that the workspace lacks
 */
export async function createSecret(scope: Scope, input: CreateSecretInput): Promise<Secret> {
  const { name, value, description = '' } = input;
  const flowId = input.flowId ?? null;
  if (flowId !== null && !isUuid(flowId)) throw validationFailed([flowFault]);
  const { workspaceId } = scope;
  const id = uuidv7();
  const now = scope.services.now();
  const sealedValue = await scope.services.vault.seal(workspaceId, value, secretContext({ id, flowId }));
  const writing = scope.create(Secret, {
    ...{ workspaceId, id, name, sealedValue, preview: previewSecret(value), description, flowId },
    createdAt: now,
    updatedAt: now,
  });
  return writing.catch(refuseUnknownFlow).catch(refuseTakenSecret(name));
}

/** For the end of a write of secrets. @throws AppError NAME_TAKEN, or the error itself */
export function refuseTakenSecret(name: string): (error: unknown) => never {
  return refuseTakenName('secrets_name_unique', 'secret', name);
}

// The foreign key tells, so there is no gap between check and write.
function refuseUnknownFlow(error: unknown): never {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code === foreignKeyViolation && constraint === 'secrets_flow_id_fkey') throw validationFailed([flowFault]);
  throw error;
}
