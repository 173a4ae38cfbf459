import type { RowChange } from '../../../platform/database/row-changes.js';

/** What an entry shows of a change: the fields that differ; null for what did not exist. */
export interface ShownChange {
  before: Readonly<Record<string, unknown>> | null;
  after: Readonly<Record<string, unknown>> | null;
}

/** The limits of `before` and of `after`. Longer values end with a mark. */
const limits = { bytes: 8 * 1024, textLength: 256, entries: 20, depth: 5 };
const redacted = '[redacted]';

/** Names of fields with credentials. `preview` is the end of a secret. */
const credential =
  /secret|passw|passphrase|token|hash|encrypted|credential|authorization|cookie|signature|preview|api_?key|private_?key|^key$|_key$|Key$/i;
/** Texts that are credentials wherever they are: API keys of this server, JSON Web Tokens, passwords in URLs. */
const credentialTexts = /\bwak_\w+|\beyJ[\w-]+\.[\w-]+(\.[\w-]*)?|\bBearer\s+\S+|(?<=:\/\/)[^\s/@]+(?=@)/g;

/** Fields that say nothing about a change. */
const omitted = new Set(['workspaceId', 'createdAt', 'updatedAt']);

/**
 * The change of one record, for the audit log: only the fields that differ, without credentials, and bounded in size. The
 * only place where values get into the log.
 * @param targetId the record that the mutation is about; its change is shown even if others were written, too
 */
export function redactChange(changes: readonly RowChange[], targetId: string | null): ShownChange {
  const id = targetId?.toLowerCase();
  const hasKey = ({ ids }: RowChange) => ids.length === 1 && ids[0] === id;
  // The webhook token of a flow, for example, has the ID of the flow as its key, too.
  const first = changes.find((change) => change.hasOwnId && hasKey(change)) ?? changes.find(hasKey) ?? changes[0];
  const last = changes.findLast((change) => isSameRow(change, first));
  if (!first || !last) return { before: null, after: null };
  const { before } = first;
  const { after } = last;
  const names = Object.keys(before ?? after ?? {}).filter((name) => !omitted.has(name));
  const shown = before && after ? names.filter((name) => !isSame(before[name], after[name])) : names;
  return { before: before && redactFields(before, shown), after: after && redactFields(after, shown) };
}

function isSameRow(one: RowChange, other: RowChange | undefined): boolean {
  return one.table === other?.table && one.ids.join() === other?.ids.join();
}

function isSame(before: unknown, after: unknown): boolean {
  return JSON.stringify(before ?? null) === JSON.stringify(after ?? null);
}

function redactFields(row: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  let left = limits.bytes;
  for (const name of names) {
    const value = redact(name, row[name], 1);
    const size = Buffer.byteLength(JSON.stringify([name, value]));
    shown[name] = size <= left ? value : cut;
    left -= Math.min(size, left);
  }
  return shown;
}

const cut = '[cut]';

function redact(name: string, value: unknown, depth: number): unknown {
  if (value === null || value === undefined) return null;
  if (credential.test(name) || value instanceof Uint8Array) return redacted;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object') return typeof value === 'bigint' ? String(value) : value;
  if (depth >= limits.depth) return cut;
  if (Array.isArray(value)) {
    const entries = value.slice(0, limits.entries).map((entry) => redact('', entry, depth + 1));
    return value.length > limits.entries ? [...entries, cut] : entries;
  }
  const entries = Object.entries(value);
  const kept = entries.slice(0, limits.entries).map(([key, inner]) => [shownKey(key), redact(key, inner, depth + 1)]);
  // A name-value pair, as headers and assignments are written, is a field of that name.
  const pair = value as { name?: unknown; value?: unknown };
  if (typeof pair.name === 'string' && credential.test(pair.name) && 'value' in pair) kept.push(['value', redacted]);
  return Object.fromEntries(entries.length > limits.entries ? [...kept, [cut, cut]] : kept);
}

function redactText(text: string): string {
  // Cut first: a text may be megabytes long. A credential that the cut divides is longer than what is shown of it.
  const clear = text.slice(0, limits.textLength * 2).replace(credentialTexts, redacted);
  if (clear.length <= limits.textLength && text.length <= limits.textLength * 2) return clear;
  return `${clear.slice(0, limits.textLength)}… [cut: ${text.length} characters]`;
}

function shownKey(key: string): string {
  return redactText(key);
}
