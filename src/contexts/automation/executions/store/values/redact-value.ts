import { LargeValue, shownOf } from '../../../../../engine/index.js';
import { newId } from '../../../../../platform/new-id.js';

/**
 * The form in which records show a large value, made when its content is in memory for the first time.
 * @returns null if it contains no secrets
 */
export function redactValue(value: LargeValue): LargeValue | null {
  if (value.redacted || value.cut || value.stored || !value.loaded) return value.redacted;
  const shown = shownOf(value.content);
  if (shown !== value.content) value.redactAs(LargeValue.of(shown, { ...value.reference, id: newId() }));
  return value.redacted;
}
