import {
  defineRecord,
  flag,
  initially,
  line,
  looseId,
  type RowOf,
  readOnly,
  required,
  text,
  time,
  wholeCount,
} from '../../../platform/records/index.js';
import { countBytes } from './count-bytes.js';
import { claimBytes } from './store/file-bytes.js';

/** Days for which a file stays that is not kept, belongs to no execution and has no time of its own. */
const unkeptDays = 30;

const fields = {
  name: required(line(255, { searched: true, sorted: true, filtered: true, description: 'The name of the file.' })),
  mimeType: readOnly(required(text(200, { filtered: true, description: 'The media type, as its sender named it.' }))),
  size: readOnly(required(wholeCount({ sorted: true, description: 'The number of its bytes.' }))),
  sha256: readOnly(required(text(64, { description: 'The SHA-256 of its bytes, in hexadecimal digits.' }))),
  kept: initially(
    false,
    flag({
      filtered: true,
      description:
        'Whether it stays until it is deleted. Otherwise it is deleted with its execution or message, or at `expiresAt`',
    }),
  ),
  expiresAt: time({
    description: `When it is deleted, unless it is kept. Of a file without an execution or message that is not kept: ${unkeptDays} days later, if it has no other time`,
  }),
  executionId: readOnly(looseId({ filtered: true, description: 'The execution that it belongs to; null for none.' })),
  messageId: readOnly(
    looseId({
      description:
        'The received message that it belongs to, with which it is deleted unless it is kept; null for none.',
    }),
  ),
  createdBy: readOnly(looseId({ filtered: true, description: 'The user who stored it; null for an execution.' })),
};

export type StoredFile = RowOf<typeof fields>;

export const files = defineRecord({
  name: 'File',
  plural: 'Files',
  description: 'Bytes with a name, which flows and people store and read.',
  table: 'files',
  indexes: {
    any: ['createdAt', 'updatedAt', 'name', 'size', 'mimeType', 'createdBy'],
    present: ['executionId'],
  },
  routes: { list: 'GET /files', update: 'PATCH /files/:fileId', delete: 'DELETE /files/:fileId' },
  examples: { update: { name: 'people-2026.csv', kept: true } },
  capability: 'files',
  fields,
  resolved: { url: { from: [] } },
  derive: (row, _before, at) => {
    const isOwned = row.executionId !== null || row.messageId !== null;
    const isTimed = row.kept || isOwned || row.expiresAt !== null;
    return isTimed ? {} : { expiresAt: new Date(at.getTime() + unkeptDays * 86_400_000) };
  },
  async written(sql, { workspaceId }, { before, after }) {
    if (!before && after) await claimBytes(sql, workspaceId, after.id);
    const bytes = Number(after?.size ?? 0) - Number(before?.size ?? 0);
    if (bytes !== 0) await countBytes(sql, workspaceId, bytes);
  },
});
