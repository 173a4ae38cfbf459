import { defineService } from '../../../platform/define-service.js';
import { createLogFeed, type LogFeed } from '../../../platform/feed/index.js';
import type { ChangeKey } from './change-cursor.js';
import { type ChangeTopic, type PlacedChange, readChanges } from './read-changes.js';

/** The changes of records, for all subscribers of this process. */
export type ChangeFeed = LogFeed<ChangeTopic, PlacedChange>;

/** The channel of the notifications about writes of the API. */
export const changesChannel = 'workspace_changes';

/** Every change of the records of workspaces, as it is committed. Steps of executions write records, too. */
export const changeFeed = defineService(
  'change feed',
  ({ db, listener, log }): ChangeFeed =>
    createLogFeed<ChangeTopic, PlacedChange, ChangeKey>(
      {
        name: 'the changes of workspaces',
        channels: [changesChannel, 'execution_events'],
        read: (tails) => readChanges(db.hotPool, tails),
        workspaceOf: ({ change }) => change.workspaceId,
        delivers: (workspaceId) => db.wrote(workspaceId),
        concerns: ({ types }, { change }) => types.includes(change.type),
      },
      listener,
      log,
    ),
  (feed) => feed.close(),
);
