import { z } from 'zod';
import type { FileFacts } from '../../engine/file-value.js';

const uuid = z.uuid();

/** A field that takes the value of a file, as other steps output it. Only its ID is used. */
export const fileField = z
  .custom<{ $file: Pick<FileFacts, 'id'> }>(
    (value) => fileIdOf(value) !== null,
    'must be a file: the value {"$file": {"id": …}} that another step outputs',
  )
  .transform(({ $file }) => $file.id);

/** The ID in the value of a file; null for other values. */
export function fileIdOf(value: unknown): string | null {
  const { $file } = (value ?? {}) as { $file?: { id?: unknown } | null };
  const { success, data } = uuid.safeParse($file?.id);
  return success ? data : null;
}
