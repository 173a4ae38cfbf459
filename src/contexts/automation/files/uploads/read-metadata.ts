import { validationFailed } from '../../../../platform/errors/errors.js';

/** What tus clients say of a file: pairs of a key and a value in base64. @throws AppError VALIDATION_FAILED */
export function readMetadata(metadata: string): { name: string | null; mimeType: string | null } {
  const values = new Map<string, string>();
  for (const pair of metadata.split(',').filter((one) => one.trim() !== '')) {
    const [, key, value = ''] = /^\s*([^\s,]+)(?:[ ]+([A-Za-z0-9+/]*={0,2}))?\s*$/.exec(pair) ?? [];
    if (key === undefined) {
      const message =
        'metadata must be pairs of a key and a value in base64, separated by commas: `filename cGVvcGxlLmNzdg==`. REST has it in Upload-Metadata.';
      throw validationFailed([{ field: 'metadata', message }]);
    }
    values.set(key.toLowerCase(), Buffer.from(value, 'base64').toString('utf8'));
  }
  return {
    name: values.get('filename') || values.get('name') || null,
    mimeType: values.get('filetype') || values.get('type') || null,
  };
}
