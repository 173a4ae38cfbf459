import { LargeValue, shownOf, type ValueReference } from '../../../../../engine/index.js';
import { writeJson } from '../../../../../platform/database/write-json.js';
import { newId } from '../../../../../platform/new-id.js';
import { beginningOf, measureJson } from './json-size.js';

const mebibyte = 1024 * 1024;

/** Bytes of a value in a row; a larger one is a blob. */
export const rowBytesAtMost = 64 * 1024;
/** Bytes of a value that the API shows in full. */
export const shownBytesAtMost = mebibyte;
/** Bytes of a value that a step can read. */
export const readableBytesAtMost = 10 * mebibyte;
/** Bytes of a value that is stored in full. */
const storedBytesAtMost = 64 * mebibyte;

/**
 * A value in the form in which a step, an execution or a loop holds it: itself if it fits into a row, else a large value,
 * which is stored as a blob with the next checkpoint. Values in it that are large already stay where they are.
 */
export function holdValue(value: unknown): unknown {
  if (value instanceof LargeValue) return value;
  const { own, parts, composite } = measureJson(value, storedBytesAtMost);
  if (own <= rowBytesAtMost && !composite && !looksLikeReference(value)) return value ?? null;
  const reference = { id: newId(), size: Number.isFinite(own) ? own + parts : 0 };
  // It is never read again, so the form that is shown is the only one.
  if (own > storedBytesAtMost) return LargeValue.of(beginningOf(shownOf(value)), { ...reference, cut: true });
  return LargeValue.of(value, composite ? { ...reference, composite } : reference);
}

/** True if the API shows only the beginning of a value. */
export function isShownCut(value: unknown): boolean {
  return value instanceof LargeValue && (value.cut || value.size > shownBytesAtMost);
}

/** A value as it was read from a column: large values are stored there as references. */
export function fromColumn(column: unknown): unknown {
  const reference = referenceIn(column);
  return reference ? LargeValue.at(reference) : column;
}

/** The reference that a column contains in place of a value. */
export function referenceIn(column: unknown): ValueReference | null {
  return looksLikeReference(column) ? (column as { $blob: ValueReference }).$blob : null;
}

/** Columns contain no other value of this form: `holdValue` stores it as a blob, whatever its size. */
export function looksLikeReference(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, '$blob');
}

/** A large value within another one, and the path to it. */
type Part = readonly [path: readonly (string | number)[], reference: ValueReference];

/** The text of a blob, written a part at a time. Large values in it become references, kept apart so that no other value is mistaken for one. */
export async function blobText(value: LargeValue): Promise<string> {
  if (!value.composite) return writeJson(value.content);
  const parts: Part[] = [];
  // Only a value with secrets may refer to others with secrets: it is encrypted.
  const referenceOf = (part: LargeValue) => (value.redacted ? part.reference : part.toJSON().$blob);
  const withoutParts = (inner: unknown, path: readonly (string | number)[]): unknown => {
    if (typeof inner !== 'object' || inner === null) return inner;
    if (inner instanceof LargeValue) {
      parts.push([path, referenceOf(inner)]);
      return null;
    }
    if (Array.isArray(inner)) return inner.map((item, index) => withoutParts(item, [...path, index]));
    return Object.fromEntries(Object.entries(inner).map(([key, item]) => [key, withoutParts(item, [...path, key])]));
  };
  return writeJson({ value: withoutParts(value.content, []), parts });
}

/** The content of a large value from the text of its blob. */
export function contentOfBlob(value: Pick<LargeValue, 'composite'>, text: string): unknown {
  return contentOf(value, JSON.parse(text));
}

/** The same, from the text once it is parsed. Called once for each text: the content is completed in place. */
export function contentOf(value: Pick<LargeValue, 'composite'>, content: unknown): unknown {
  if (!value.composite) return content;
  const { value: whole, parts } = content as { value: unknown; parts: Part[] };
  for (const [path, reference] of parts) {
    let holder = whole as Record<string | number, unknown>;
    for (const key of path.slice(0, -1)) holder = holder[key] as typeof holder;
    holder[path.at(-1) as string | number] = LargeValue.at(reference);
  }
  return whole;
}

/** The large values directly in the content of a large value. */
export function partsOf(value: Pick<LargeValue, 'composite'>, content: unknown): LargeValue[] {
  const found: LargeValue[] = [];
  const walk = (inner: unknown): void => {
    if (inner instanceof LargeValue) found.push(inner);
    else if (typeof inner === 'object' && inner !== null) for (const item of Object.values(inner)) walk(item);
  };
  if (value.composite) walk(content);
  return found;
}

/** A content with the large values in it replaced by theirs. */
export function withParts(content: unknown, read: (part: LargeValue) => unknown): unknown {
  if (content instanceof LargeValue) return read(content);
  if (typeof content !== 'object' || content === null) return content;
  if (Array.isArray(content)) return content.map((item) => withParts(item, read));
  return Object.fromEntries(Object.entries(content).map(([key, item]) => [key, withParts(item, read)]));
}
