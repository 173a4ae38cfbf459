import { type FileValue, fileValue } from '../../engine/file-value.js';

/** A file for samples: simulations name it, and nothing has its bytes. */
export function sampleFile(name: string, mimeType: string): FileValue {
  return fileValue({
    id: '01970000-0000-7000-8000-0000000000f1',
    name,
    mimeType,
    size: 10,
    sha256: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
  });
}
