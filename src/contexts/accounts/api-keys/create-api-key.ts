import { v7 as newId } from 'uuid';
import { AppError, validationFailed } from '../../../platform/errors/errors.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { hashToken } from '../../../platform/token-hash.js';
import { ApiKey, type ApiKeyView } from './api-key.entity.js';
import type { CreateApiKeyInput } from './api-key.input.js';
import { createKeyText, shownPrefix } from './key-text.js';

/**
 * Creates a key with no more than the creator's own capabilities. Its text is in this answer only; a hash is stored.
 * @throws AppError VALIDATION_FAILED for an `expiresAt` in the past, FORBIDDEN for capabilities that the creator lacks
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
    keyHash: hashToken(key),
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
      {
        field: 'expiresAt',
        rule: 'TIME_PASSED',
        message: 'expiresAt must be in the future; omit it for a key that does not expire.',
      },
    ]);
  }
}

function requireCapability({ access }: Scope, requested: CreateApiKeyInput['capabilities']): void {
  const missing = requested.filter((capability) => capability !== '*' && !access.capabilities.has(capability));
  if (missing.length > 0) {
    throw new AppError('FORBIDDEN', `capabilities must not include any that you do not have: ${missing.join(', ')}.`);
  }
}
