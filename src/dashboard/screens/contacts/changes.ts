import type { ContactStatus } from '../../generated/graphql.js';

/** What is done to many contacts. */
export type ContactChange =
  | { action: 'update'; data: { status: ContactStatus } | { assignedTo: string | null } }
  | { action: 'addTags' | 'removeTags'; data: { tags: string[] } }
  | { action: 'delete' };

/** The search and the filters of the list. */
interface ListFilters {
  q?: string;
  status?: string;
  tag?: string;
  /** The ID of a user. */
  assigned?: string;
  /** Whether only those that must not be contacted are listed. */
  blocked?: 'yes';
}

/** What the list shows, as a change or an export selects it. */
export interface ListSelection {
  filter: Record<string, unknown>;
  search?: string;
}

export function selectionOf({ q, status, tag, assigned, blocked }: ListFilters): ListSelection {
  const filter = {
    ...(status && { status: { eq: status } }),
    ...(tag && { tags: { eq: tag } }),
    ...(assigned && { assignedTo: { eq: assigned } }),
    ...(blocked && { doNotContact: { eq: true } }),
  };
  return { filter, ...(q && { search: q }) };
}

/** A contact as it was before a change. */
interface Before {
  id: string;
  tags: readonly string[];
  status: ContactStatus;
  assignedTo?: string | null;
}

/** What takes a change back: one for each group of contacts that get back the same. A deletion has no way back. */
export function changesBack(change: ContactChange, rows: readonly Before[]): (ContactChange & { ids: string[] })[] {
  if (change.action === 'delete') return [];
  const groups = new Map<string, Before[]>();
  for (const row of rows) {
    const key = JSON.stringify(backOf(change, row));
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups].flatMap(([key, group]) => {
    const back = JSON.parse(key) as ContactChange | null;
    return back ? [{ ...back, ids: group.map(({ id }) => id) }] : [];
  });
}

function backOf(change: Exclude<ContactChange, { action: 'delete' }>, row: Before): ContactChange | null {
  switch (change.action) {
    case 'update': {
      const data = 'status' in change.data ? { status: row.status } : { assignedTo: row.assignedTo ?? null };
      return { action: 'update', data };
    }
    case 'addTags':
      return tagChange(
        'removeTags',
        change.data.tags.filter((tag) => !row.tags.includes(tag)),
      );
    case 'removeTags':
      return tagChange(
        'addTags',
        change.data.tags.filter((tag) => row.tags.includes(tag)),
      );
  }
}

const tagChange = (action: 'addTags' | 'removeTags', tags: string[]): ContactChange | null =>
  tags.length > 0 ? { action, data: { tags } } : null;
