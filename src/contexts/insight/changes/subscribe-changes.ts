import { validationFailed } from '../../../platform/errors/errors.js';
import { openAtRead } from '../../../platform/feed/index.js';
import type { GraphContext } from '../../../platform/graphql/context.js';
import type { ChangedType, WorkspaceChange } from './change.object.js';
import { parseCursor } from './change-cursor.js';
import { changeFeed } from './change-feed.js';
import { followChanges } from './follow-changes.js';
import { allTypes, type PlacedChange } from './read-changes.js';

/** The arguments of the subscription. */
export interface ChangeArgs {
  workspaceId: string;
  after?: string | null;
  types?: readonly ChangedType[] | null;
}

/**
 * The changes of a workspace, from now on or after `after`.
 * @throws AppError VALIDATION_FAILED, CURSOR_EXPIRED
 */
export function subscribeToChanges(context: GraphContext, args: ChangeArgs): AsyncGenerator<WorkspaceChange> {
  return openAtRead(async () => openChanges(context, args), changeOf);
}

function changeOf({ change }: PlacedChange): WorkspaceChange {
  return change;
}

function openChanges(context: GraphContext, { workspaceId, after, types }: ChangeArgs): AsyncGenerator<PlacedChange> {
  const { services, signal, resumeAfter = after } = context;
  const scope = context.scope(workspaceId);
  const cursor = resumeAfter ? parseCursor(resumeAfter) : null;
  if (types?.length === 0)
    throw validationFailed([{ field: 'types', message: 'types must contain at least 1 value. Omit it for all.' }]);
  const sql = services.db.within(scope.workspaceId);
  const source = { sql, feed: services.get(changeFeed), ...(signal && { signal }) };
  const topic = { workspaceId: scope.workspaceId, types: types ? [...new Set(types)] : allTypes };
  return followChanges(source, topic, cursor);
}
