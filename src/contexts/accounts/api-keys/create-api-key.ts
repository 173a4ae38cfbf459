import { v7 as newId } from 'uuid';
import { transactionSql } from '../../../platform/database/entities-over.js';
import { AppError, validationFailed } from '../../../platform/errors/errors.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { hashToken } from '../../../platform/token-hash.js';
import { ApiKey, type ApiKeyView } from '../entities/api-key.entity.js';
import { lockPrincipal } from '../members/index.js';
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
  const row = {
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
  };
  // A removal revokes the keys that it sees, for good.
  const apiKey = await scope.unitOfWork(async (em) => {
    await lockPrincipal(transactionSql(em), scope);
    const made = em.create(ApiKey, row);
    em.persist(made);
    return made;
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
