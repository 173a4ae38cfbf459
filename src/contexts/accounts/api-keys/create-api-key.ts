import { v7 as newId } from 'uuid';
import { AppError, validationFailed } from '../../../platform/errors.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { ApiKey, type ApiKeyView } from './api-key.entity.js';
import type { CreateApiKeyInput } from './api-key.input.js';
import { createKeyText, hashKeyText, shownPrefix } from './key-text.js';

/**
 * Makes a key of no more than the creator's own capabilities. The answer is the only place where its text ever stands.
 * @throws AppError VALIDATION_FAILED for a time that has passed, FORBIDDEN for capabilities that the creator lacks
 */
export async function createApiKey(scope: Scope, input: CreateApiKeyInput): Promise<ApiKeyView & { key: string }> {
  requireFuture(input.expiresAt, scope.services.now());
  requireCapability(scope, input.capabilities);
  const key = createKeyText();
  const now = scope.services.now();
  const apiKey = await scope.create(ApiKey, {
    workspaceId: scope.workspaceId,
    id: newId(),
    createdBy: scope.access.userId,
    name: input.name,
    prefix: shownPrefix(key),
    keyHash: hashKeyText(key),
    capabilities: input.capabilities,
    expiresAt: input.expiresAt ?? null,
    createdAt: now,
    updatedAt: now,
  });
  return { ...apiKey, key };
}

function requireFuture(expiresAt: Date | null | undefined, now: Date): void {
  if (expiresAt && expiresAt <= now) {
    throw validationFailed([
      { field: 'expiresAt', message: 'expiresAt lies in the future. Leave it out for a key that stays.' },
    ]);
  }
}

function requireCapability({ access }: Scope, wanted: CreateApiKeyInput['capabilities']): void {
  const lacking = wanted.filter((capability) => capability !== '*' && !access.capabilities.has(capability));
  if (lacking.length > 0) {
    throw new AppError(
      'FORBIDDEN',
      `A key holds no more than its creator, and you lack: ${lacking.join(', ')}. Leave them out, or ask for them first.`,
    );
  }
}
