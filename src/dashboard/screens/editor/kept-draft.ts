import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { FlowContent } from './flow-content.js';

/** Changes of a flow that could not be saved, as this browser keeps them. */
export interface KeptDraft {
  /** Of the user, the workspace and the flow: nobody else is offered it. */
  id: string;
  content: FlowContent;
  /** What the changes were made over. */
  revision: string | null;
  baseVersion: number;
  savedAt: number;
}

interface Schema extends DBSchema {
  drafts: { key: string; value: KeptDraft };
}

/** What is kept at most; the oldest are deleted first. */
const atMost = { drafts: 20, characters: 4_000_000, ageMs: 30 * 24 * 60 * 60 * 1000 };

const name = 'workspace-automation-drafts';
let opened: Promise<IDBPDatabase<Schema>> | null = null;

function open(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>(name, 1, {
    upgrade(database) {
      database.createObjectStore('drafts', { keyPath: 'id' });
    },
    terminated() {
      opened = null;
    },
  });
  opened.catch(() => {
    opened = null;
  });
  return opened;
}

/** Keeps changes in place of those kept before for the flow. @throws DOMException QuotaExceededError */
export async function keepDraft(draft: KeptDraft): Promise<void> {
  const transaction = (await open()).transaction('drafts', 'readwrite');
  await transaction.store.put(draft);
  const all = await transaction.store.getAll();
  for (const id of surplus(all, draft.savedAt)) await transaction.store.delete(id);
  await transaction.done;
}

/** The IDs of drafts that are too old, or too many or too large beside newer ones. */
export function surplus(drafts: readonly KeptDraft[], now: number): string[] {
  const newestFirst = [...drafts].sort((a, b) => b.savedAt - a.savedAt);
  let characters = 0;
  return newestFirst.flatMap((draft, index) => {
    characters += JSON.stringify(draft.content).length;
    const isKept = index < atMost.drafts && characters <= atMost.characters && now - draft.savedAt <= atMost.ageMs;
    return isKept ? [] : [draft.id];
  });
}

/** What is kept of a flow, if it is not too old. */
export async function findKept(id: string): Promise<KeptDraft | null> {
  const kept = await (await open()).get('drafts', id);
  return kept && surplus([kept], Date.now()).length === 0 ? kept : null;
}

export async function forgetKept(id: string): Promise<void> {
  await (await open()).delete('drafts', id);
}

/** Deletes all drafts of this browser, as signing out does. */
export async function forgetAllKept(): Promise<void> {
  await (await open()).clear('drafts');
}
