import { AppError, validationFailed } from '../../../platform/errors/errors.js';
import { openAtRead } from '../../../platform/feed/index.js';
import type { DeclaredRule } from '../../../platform/graphql/allow.js';
import { authorize } from '../../../platform/graphql/authorize.js';
import type { GraphContext } from '../../../platform/graphql/context.js';
import { accessOnce } from '../../../platform/graphql/event-access.js';
import { findAccess } from '../../accounts/members/index.js';
import type { ChangedType, WorkspaceChange } from './change.object.js';
import { parseCursor } from './change-cursor.js';
import { changeFeed } from './change-feed.js';
import { followChanges } from './follow-changes.js';
import { allTypes, type PlacedChange } from './read-changes.js';
import { readWorkspaceCursor } from './workspace-cursor.js';

/** The arguments of the subscription. */
export interface ChangeArgs {
  workspaceId: string;
  after?: string | null;
  types?: readonly ChangedType[] | null;
}

/**
 * The changes of a workspace, from now on or after `after`, of the records that the caller may read.
 * @param ruleOf who may read the records of a type
 * @throws AppError VALIDATION_FAILED, CURSOR_EXPIRED
 */
export function subscribeToChanges(
  context: GraphContext,
  args: ChangeArgs,
  ruleOf: (type: ChangedType) => DeclaredRule,
): AsyncGenerator<WorkspaceChange> {
  return openAtRead(
    async () => openChanges(context, args),
    async ({ change }) => ((await isHidden(context, change, ruleOf(change.type))) ? null : change),
  );
}

/** Rights are asked again for each change, once for all subscriptions of a caller. */
async function isHidden(context: GraphContext, change: WorkspaceChange, rule: DeclaredRule): Promise<boolean> {
  const { caller, services } = context;
  const { workspaceId } = change;
  try {
    const principal = context.principal(rule);
    const find = () => findAccess(services, principal, workspaceId);
    const access = await accessOnce(change, caller, workspaceId, find);
    authorize(rule, principal, access, services.settings);
    return false;
  } catch (error) {
    // Other errors end the subscription, when the change is delivered.
    return error instanceof AppError && error.status === 403;
  }
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

/** One record of a workspace. */
export interface FollowedRecord {
  workspaceId: string;
  type: ChangedType;
  id: string;
}

/** Yields at once, and after each commit that changed a record: no change falls between what is read then and the next one. */
export async function* followRecord(
  context: GraphContext,
  { workspaceId, type, id }: FollowedRecord,
): AsyncGenerator<void> {
  const after = await readWorkspaceCursor(context.scope(workspaceId));
  yield;
  for await (const { change } of openChanges(context, { workspaceId, after, types: [type] })) {
    if (change.id === id) yield;
  }
}
