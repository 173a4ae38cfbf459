/** What a value says of a file, whose bytes are in the store of the workspace. */
export interface FileFacts {
  id: string;
  name: string;
  mimeType: string;
  /** Bytes. */
  size: number;
  /** In hexadecimal digits. */
  sha256: string;
}

/** The value that stands for a file in the data of a flow. */
export interface FileValue {
  $file: FileFacts;
}

/** The value of a file. Only the facts are taken: a row may have more. */
export function fileValue({ id, name, mimeType, size, sha256 }: FileFacts): FileValue {
  return { $file: { id, name, mimeType, size, sha256 } };
}
