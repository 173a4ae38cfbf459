import { LargeValue, type ValueReference } from '../../../../engine/index.js';
import { type AnswerReader, readLarge } from '../../../../platform/database/read-large.js';
import type { Services } from '../../../../platform/services.js';
import { fileStore } from '../../files/index.js';
import type { StepColumns } from './step-columns.js';
import { beginningOf, previewCharacters } from './values/json-size.js';
import {
  contentOfBlob,
  partsOf,
  readableBytesAtMost,
  referenceIn,
  shownBytesAtMost,
  withParts,
} from './values/large-values.js';
import { type MovedText, movedTexts } from './values/moved-texts.js';

/** A reader of rows, which finds values that were moved to the store of files. */
export interface ValueReading extends AnswerReader {
  readonly services: Pick<Services, 'get'>;
}

/** What the API shows in place of a value that is too large. */
interface Preview {
  truncated: true;
  /** Approximate size of the whole value as JSON; absent if it was not counted. */
  bytes?: number;
  /** The beginning of its JSON. */
  preview: string;
}

/** A reference whose value is shown. */
interface Shown {
  workspaceId: string;
  reference: ValueReference;
  /** Bytes up to which the value is shown in full. */
  fullBytes: number;
}

/** A place in a row that contains a reference. */
interface Place extends Shown {
  holder: Record<string | number, unknown>;
  key: string | number;
}

/** The fields of executions and steps that can refer to a blob, and up to which size they are shown in full. */
const fullBytesOf = {
  triggerData: readableBytesAtMost,
  request: readableBytesAtMost,
  input: shownBytesAtMost,
  output: shownBytesAtMost,
  response: readableBytesAtMost,
} as const;

/**
 * Puts large values in the place of the references in rows of executions and steps, also in the columns of their steps:
 * inputs and outputs up to 1 MiB, trigger data and requests in full, the beginning of others. One statement for all rows, and one
 * more for values that contain others. Rows without references cost nothing.
 * @param workspaceOf the workspace of a row; its values are read in no other
 */
export async function showLargeValues<Row extends object>(
  reader: ValueReading,
  rows: readonly Row[],
  workspaceOf: (row: Row) => string,
): Promise<void> {
  const places = rows.flatMap((row) => placesIn(row, workspaceOf(row)));
  if (places.length === 0) return;
  const values = await readShown(reader, places);
  for (const place of places) place.holder[place.key] = values.get(keyOf(place)) ?? null;
}

function placesIn(row: object, workspaceId: string): Place[] {
  const places: Place[] = [];
  const find = (holder: Place['holder'], key: string | number, fullBytes: number) => {
    const reference = referenceIn(holder[key]);
    if (reference) places.push({ holder, key, reference, workspaceId, fullBytes });
  };
  const columns = row as Record<string, unknown>;
  const steps = columns.steps as StepColumns | undefined;
  for (const [field, fullBytes] of Object.entries(fullBytesOf)) {
    find(columns, field, fullBytes);
    const list = (steps?.[field] ?? []) as unknown as Place['holder'] & unknown[];
    for (let index = 0; index < list.length; index++) find(list, index, fullBytes);
  }
  return places;
}

function keyOf({ reference, fullBytes }: Shown): string {
  return `${reference.id} ${fullBytes}`;
}

/** What is shown of each reference, by its key. */
async function readShown(reader: ValueReading, wanted: readonly Shown[]): Promise<Map<string, unknown>> {
  const byKey = new Map(wanted.map((one) => [keyOf(one), one]));
  const contents = new Map<string, unknown>();
  const parts: Shown[] = [];
  for (const { key, content } of await readTexts(reader, byKey)) {
    const one = byKey.get(key) as Shown;
    const value = LargeValue.at(one.reference);
    contents.set(key, isWhole(one) ? contentOfBlob(value, content) : content);
    if (!isFull(one)) continue;
    for (const { reference } of partsOf(value, contents.get(key))) parts.push({ ...one, reference });
  }
  const shown = parts.length > 0 ? await readShown(reader, parts) : new Map<string, unknown>();
  for (const [key, content] of contents) {
    const one = byKey.get(key) as Shown;
    const partOf = ({ reference }: LargeValue) => shown.get(keyOf({ ...one, reference })) ?? null;
    contents.set(key, isFull(one) ? withParts(content, partOf) : previewOf(one.reference, content));
  }
  return contents;
}

function isFull({ reference, fullBytes }: Shown): boolean {
  return !reference.cut && reference.size <= fullBytes;
}

/** Of a value that contains others, and of one that was cut, the whole blob is read. */
function isWhole(one: Shown): boolean {
  return isFull(one) || one.reference.composite === true || one.reference.cut === true;
}

function previewOf({ size, composite }: ValueReference, content: unknown): Preview {
  const preview = composite ? beginningOf(content) : String(content);
  return { truncated: true, ...(size > 0 && { bytes: size }), preview };
}

/** A text as it was read: its content, or where it was moved to. */
interface StoredText {
  key: string;
  whole: boolean;
  workspace_id: string;
  size: number;
  /** Null while it is in the database. */
  bytesId: string | null;
  content: string | null;
}

interface FoundText {
  key: string;
  content: string;
}

/** Counts the texts against the byte budget of the answer before they are read. */
async function readTexts(reader: ValueReading, wanted: ReadonlyMap<string, Shown>): Promise<FoundText[]> {
  const all = [...wanted.values()];
  // A character has at most four bytes.
  const bytes = `case when p.whole then p.size else least(p.size, ${4 * previewCharacters}) end`;
  const found = await readLarge<StoredText>(reader, {
    label: 'show_blobs',
    select: `select b.workspace_id, b.id, b.size, b.bytes_id as "bytesId", k.key, k.whole
      from unnest($1::uuid[], $2::uuid[], $3::text[], $4::boolean[]) as k(workspace_id, id, key, whole)
      join blobs b on b.workspace_id = k.workspace_id and b.id = k.id and b.encrypted is null`,
    values: [
      all.map(({ workspaceId }) => workspaceId),
      all.map(({ reference }) => reference.id),
      [...wanted.keys()],
      all.map(isWhole),
    ],
    large: [
      {
        fields: Object.keys(fullBytesOf),
        stored: bytes,
        exact: bytes,
        late: `(select case when p.whole then b.content else left(b.content, ${previewCharacters}) end
          from blobs b where b.workspace_id = p.workspace_id and b.id = p.id) as "content"`,
      },
    ],
    field: 'output',
  });
  const moved = await readMoved(reader, found);
  return found.map(({ key, whole, content, bytesId }) => {
    const text = (bytesId === null ? content : moved.get(bytesId)) ?? '';
    return { key, content: whole ? text : text.slice(0, previewCharacters) };
  });
}

/** The texts that are in the store of files, by the ID of their bytes: one more statement a workspace. */
async function readMoved({ services }: ValueReading, found: readonly StoredText[]): Promise<Map<string, string>> {
  const byWorkspace = Map.groupBy(
    found.filter(({ bytesId }) => bytesId !== null),
    ({ workspace_id: workspaceId }) => workspaceId,
  );
  const texts = new Map<string, string>();
  for (const [workspaceId, rows] of byWorkspace) {
    const wanted = new Map<string, MovedText>();
    for (const { bytesId, size, whole } of rows) {
      const bytesAtMost = whole || wanted.get(bytesId as string)?.bytesAtMost === size ? size : 4 * previewCharacters;
      wanted.set(bytesId as string, { bytesId: bytesId as string, size, bytesAtMost });
    }
    for (const [id, text] of await movedTexts(services.get(fileStore), workspaceId, [...wanted.values()])) {
      texts.set(id, text);
    }
  }
  return texts;
}
