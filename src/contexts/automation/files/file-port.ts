import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type FileValue, fileValue } from '../../../engine/index.js';
import { type FilesPort, findSampleFile, type PortUser, sampleData } from '../../../nodes/index.js';
import { writeJson } from '../../../platform/database/write-json.js';
import { defineService } from '../../../platform/define-service.js';
import {
  createFileConverter,
  type FileConverter,
  FormatError,
  type FormatName,
  formatOf,
  parsedAtMost,
  writtenFormats,
} from '../../../platform/file-formats/index.js';
import { derivedId } from '../../../platform/new-id.js';
import { readRow, workspaceScope } from '../../../platform/records/index.js';
import type { Services } from '../../../platform/services.js';
import { files, type StoredFile } from './file.record.js';
import { openFile } from './find-files.js';
import { saveFile } from './save-file.js';
import { fileStore } from './store/file-store.js';

/** Converts the files of this process. */
export const fileConverter = defineService<FileConverter>('file converter', ({ threadArgv }) =>
  createFileConverter(threadArgv),
);

/** The files of a step. What it stores belongs to its execution, and is stored once, however often the step is repeated. */
export function filesPort({ services }: { services: Services }, user: PortUser): FilesPort {
  const { workspaceId, executionId, idempotencyKey } = user;
  const scope = { ...workspaceScope(services, workspaceId, user.cause), services };
  const id = derivedId(`${workspaceId} file ${idempotencyKey}`);
  const converter = services.get(fileConverter);
  const find = async (fileId: string) => {
    const file = await readRow<StoredFile>(scope.sql, files, { workspaceId, id: fileId });
    if (!file) throw new FormatError('FILE_MISSING', `The file ${fileId} does not exist in this workspace.`);
    return file;
  };
  const { bytesAtMost } = services.settings.files;
  const port: FilesPort = {
    bytesAtMost,
    async save({ name, mimeType, kept, bytes }) {
      const former = await readRow<StoredFile>(scope.sql, files, { workspaceId, id });
      if (former) return shownFile(former);
      const given = bytes instanceof Uint8Array ? { length: bytes.length, source: oneChunk(bytes) } : { source: bytes };
      const file = { id, name, mimeType, kept, executionId, ...given };
      return shownFile(await saveFile(scope, file, bytesAtMost));
    },
    open: (file) => openFile(services, workspaceId, file),
    find: async (fileId) => shownFile(await find(fileId)).$file,
    async read(fileId) {
      const file = await find(fileId);
      return { ...shownFile(file).$file, bytes: await readWhole(services, file) };
    },
    async parse(fileId, format) {
      const file = await find(fileId);
      const bytes = await readWhole(services, file);
      return services.json.parse(await converter.parse(format ?? requireFormat(file), bytes, workspaceId), workspaceId);
    },
    async build(format, data, { name, kept }) {
      const bytes = await converter.build(format, await writeJson(data ?? null), workspaceId);
      return port.save({ name, mimeType: writtenFormats[format].mimeType, kept, bytes });
    },
  };
  return user.simulated ? withSamples(port) : port;
}

/** In a simulation, nodes with effects output a file that is not stored: other nodes find it as if it were. */
function withSamples(port: FilesPort): FilesPort {
  return {
    ...port,
    open: (file) => {
      const sample = findSampleFile(file.id);
      return sample ? Readable.from([sample.bytes], { objectMode: false }) : port.open(file);
    },
    find: async (fileId) => {
      const sample = findSampleFile(fileId);
      return sample ? fileValue(sample).$file : port.find(fileId);
    },
    read: async (fileId) => findSampleFile(fileId) ?? port.read(fileId),
    parse: async (fileId, format) =>
      findSampleFile(fileId) ? sampleData[format ?? 'csv'] : port.parse(fileId, format),
  };
}

function shownFile({ size, ...file }: StoredFile): FileValue {
  return fileValue({ ...file, size: Number(size) });
}

function requireFormat(file: StoredFile): FormatName {
  const format = formatOf(file);
  if (format) return format;
  throw new FormatError(
    'FILE_FORMAT',
    `format is required, because neither ${file.name} nor ${file.mimeType} says it.`,
  );
}

async function readWhole(services: Services, { workspaceId, id, size }: StoredFile): Promise<Uint8Array> {
  const bytes = Number(size);
  if (bytes > parsedAtMost) {
    const most = parsedAtMost.toLocaleString('en');
    throw new FormatError('FILE_LIMIT', `The file must have at most ${most} bytes to be read by a step.`);
  }
  if (bytes === 0) return new Uint8Array();
  return buffer(await services.get(fileStore).read(workspaceId, id, { start: 0, end: bytes }));
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
