import type { Readable } from 'node:stream';
import { fileValue } from '../../../../engine/index.js';
import { nameOfAnswer } from '../../../../nodes/index.js';
import type { Sql } from '../../../../platform/database/database.js';
import { type FormFile, type ReadForm, readForm } from '../../../../platform/multipart/index.js';
import { workspaceScope } from '../../../../platform/records/index.js';
import type { Services } from '../../../../platform/services.js';
import { encodingViolation } from '../../../../rest/request-body.js';
import type { WebhookRequest } from '../../../../rest/webhook-request.js';
import { discardFiles, fileName, mediaType, nameAllBytes, type SavedBytes, saveBytes } from '../../files/index.js';

/** What a form of a webhook call may have. */
const formLimits = { files: 20, fields: 500, fieldBytes: 1024 * 1024, allFieldBytes: 5 * 1024 * 1024 };
/** The field of a body that is a file itself. */
const onlyField = 'file';

/** The files of a call, whose bytes are stored. They are named or discarded. */
export interface ReceivedFiles {
  /** The trigger data: fields by name, repeated ones as a list, with the values of files. */
  data: Record<string, unknown>;
  /** The same data without the IDs of the files: of the same bytes, it is the same. */
  compared: Record<string, unknown>;
  /**
   * Stores the files as those of an execution that is about to be stored, or that exists.
   * @param within the transaction to do so in; without it they have one of their own
   */
  name(executionId: string, within?: Sql): Promise<void>;
  /** Deletes the files, unless the execution that they were named for exists. */
  discard(): Promise<void>;
}

interface ReceivedFile extends SavedBytes {
  field: string;
  name: string;
  mimeType: string;
  /** A form of a browser has a part without name and bytes where no file was chosen. */
  isChosen: boolean;
}

/**
 * Reads a form, or a body that is one file, while it arrives.
 * @param open opens the body
 * @throws AppError BAD_REQUEST, PAYLOAD_TOO_LARGE, QUOTA_EXCEEDED, REQUEST_TIMEOUT, UNSUPPORTED_MEDIA_TYPE; nothing is left then
 */
export async function receiveFiles(
  services: Services,
  workspaceId: string,
  request: WebhookRequest,
  open: () => Readable,
): Promise<ReceivedFiles> {
  const encoded = encodingViolation(request.header('content-encoding'));
  if (encoded) throw encoded;
  const scope = { ...workspaceScope(services, workspaceId), services };
  const saved: ReceivedFile[] = [];
  let execution: string | null = null;
  const discard = () => {
    const fileIds = saved.map(({ fileId }) => fileId);
    return discardFiles(scope.sql, workspaceId, { executionId: execution, fileIds });
  };
  const take = async ({ field, filename, mimeType, bytes }: FormFile): Promise<ReceivedFile> => {
    const stored = await saveBytes(scope, bytes, null);
    const isChosen = filename !== '' || stored.size > 0;
    const file = { ...stored, field, name: fileName(filename), mimeType: mediaType(mimeType), isChosen };
    saved.push(file);
    return file;
  };
  try {
    // A small file can be stored before a larger one that came before it.
    const { fields, files } = await readParts(request, open, take);
    return {
      data: valuesByName(fields, files, fileOf),
      compared: valuesByName(fields, files, bytesOf),
      name(executionId, within) {
        execution = executionId;
        const naming = within ? { ...scope, transaction: <T>(work: (sql: Sql) => Promise<T>) => work(within) } : scope;
        const chosen = saved.filter(({ isChosen }) => isChosen);
        return nameAllBytes(
          naming,
          chosen.map((file) => [file, { name: file.name, mimeType: file.mimeType, executionId }]),
        );
      },
      discard,
    };
  } catch (error) {
    await discard();
    throw error;
  }
}

/** @returns the fields that are no files, and the files, both in their order */
async function readParts(
  request: WebhookRequest,
  open: () => Readable,
  take: (file: FormFile) => Promise<ReceivedFile>,
): Promise<ReadForm<ReceivedFile>> {
  const mimeType = request.header('content-type') ?? '';
  if (request.isFileForm) return readForm(open(), mimeType, formLimits, take);
  const headers = Object.fromEntries(request.headers);
  const filename = nameOfAnswer({ headers, url: `https://localhost/${request.path}` });
  return { fields: [], files: [await take({ field: onlyField, filename, mimeType, bytes: open() })] };
}

const fileOf = ({ fileId: id, isChosen, ...file }: ReceivedFile) => (isChosen ? fileValue({ id, ...file }) : null);

const bytesOf = ({ name, mimeType, size, sha256, isChosen }: ReceivedFile) =>
  isChosen ? { $file: { name, mimeType, size, sha256 } } : null;

/** Values by their names, texts before files; those of a name that is repeated are a list. */
function valuesByName(
  fields: readonly (readonly [string, string])[],
  files: readonly ReceivedFile[],
  valueFor: (file: ReceivedFile) => unknown,
): Record<string, unknown> {
  const lists = new Map<string, unknown[]>();
  const add = (name: string, value: unknown) => lists.set(name, [...(lists.get(name) ?? []), value]);
  for (const [name, value] of fields) add(name, value);
  for (const file of files) add(file.field, valueFor(file));
  return Object.fromEntries([...lists].map(([name, values]) => [name, values.length === 1 ? values[0] : values]));
}
