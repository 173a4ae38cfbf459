import {
  compileTemplate,
  type GraphNode,
  hasExpression,
  plainSecretsOf,
  secretRoot,
} from '../../../../engine/index.js';
import type { ErrorDetail } from '../../../../platform/errors/errors.js';

const bytesAtMost = 256 * 1024;
/** The rule that pinned data breaks which holds a secret. */
export const pinnedSecretRule = 'PINNED_SECRET';

/** What to do about it. */
export const pinnedSecretCure = 'Replace it by an example value: everyone who can read the flow sees pinned data.';

/**
 * The violations of a node's pinned data. It is a value as a mock has it, and is never evaluated; it must hold nothing
 * that is, or looks like, a secret.
 * @param at the path of the node
 */
export function pinViolations(pinnedData: unknown, at: string): ErrorDetail[] {
  if (pinnedData === undefined || pinnedData === null) return [];
  const field = `${at}.pinnedData`;
  const bytes = Buffer.byteLength(JSON.stringify(pinnedData));
  if (bytes > bytesAtMost) {
    return [{ field, message: `pinnedData must be at most ${bytesAtMost} bytes as JSON; it has ${bytes}.` }];
  }
  if (textsIn(pinnedData).some(readsSecret)) {
    return [{ field, rule: pinnedSecretRule, message: `pinnedData must not name a secret. ${pinnedSecretCure}` }];
  }
  const found = plainSecretsOf({ data: { pinnedData } } as unknown as GraphNode);
  return found.map((secret) => {
    const message = `${secret.field} must not be a secret, as it seems to be. ${pinnedSecretCure}`;
    return { field: `${at}.${secret.field}`, rule: pinnedSecretRule, message };
  });
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function readsSecret(text: string): boolean {
  if (!hasExpression(text)) return false;
  try {
    return compileTemplate(text).expressions.some(({ secret }) => secret);
  } catch {
    return text.includes(secretRoot);
  }
}
