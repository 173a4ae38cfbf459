import { previewSecret } from '../../../engine/index.js';
import { notFound } from '../../../platform/errors.js';
import { requireId, type Scope } from '../../../platform/graphql/context.js';
import { refuseTakenSecret } from './create-secret.js';
import { secretContext } from './sealed-secret.js';
import { Secret } from './secret.entity.js';
import type { UpdateSecretInput } from './secret.input.js';

/**
 * Renames, or replaces value or description. Flows that name the old name are not rewritten.
 * @throws AppError NOT_FOUND, NAME_TAKEN
 */
export async function updateSecret(scope: Scope, secretId: string, input: UpdateSecretInput): Promise<Secret> {
  const { workspaceId, services } = scope;
  const id = requireId(secretId, 'The secret');
  if (input.value !== undefined) await services.vault.prepare(workspaceId);
  const writing = scope.unitOfWork(async (em) => {
    const secret = await em.findOne(Secret, { workspaceId, id });
    if (!secret) throw notFound('The secret');
    const { name = secret.name, description = secret.description, value } = input;
    if (value !== undefined) {
      secret.sealedValue = await services.vault.seal(workspaceId, value, secretContext(secret));
      secret.preview = previewSecret(value);
    }
    if (value === undefined && name === secret.name && description === secret.description) return secret;
    return em.assign(secret, { name, description, updatedAt: services.now() });
  });
  return writing.catch(refuseTakenSecret(input.name ?? ''));
}
