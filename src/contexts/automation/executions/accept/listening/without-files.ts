import { sampleFile } from '../../../../../nodes/index.js';

/**
 * What was received, with the file of samples instead of each file: under its name and with its type. Files of a test call are not
 * kept, because no execution has them.
 * @param data values by the names of fields: texts, files, and lists of them
 */
export function withoutFiles(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, withoutFile(value)]));
}

function withoutFile(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutFile);
  if (typeof value !== 'object' || value === null || !('$file' in value)) return value;
  const { name, mimeType } = (value as { $file: { name: string; mimeType: string } }).$file;
  return sampleFile(name, mimeType);
}
