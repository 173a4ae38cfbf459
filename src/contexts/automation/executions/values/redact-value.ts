import { LargeValue, type Taint } from '../../../../engine/index.js';
import { newId } from '../../../../platform/new-id.js';
import { partsOf } from './large-values.js';

/**
 * Redacts a large value before it is stored for the first time.
 * @returns the value that readable columns refer to; null if this one contains no secrets
 */
export function redactValue(value: LargeValue, taint: Taint): LargeValue | null {
  if (value.redacted) return value.redacted;
  if (value.cut) {
    // It ends anywhere, even within a secret, and is never read.
    value.fill(taint.redactCut(value.content as string));
    return null;
  }
  const redacted = taint.redact(value.content);
  const hasSecrets = redacted !== value.content || partsOf(value, value.content).some((part) => part.redacted);
  if (hasSecrets) value.redactAs(LargeValue.of(redacted, { ...value.reference, id: newId() }));
  return value.redacted;
}
