export { CursorReader, CursorWriter, cursorKinds, InvalidCursor } from './cursor-bytes.js';
export { type CatchUp, type FollowSource, follow, followLog, type LogReader } from './follow.js';
export { type Coalescing, Inbox } from './inbox.js';
export { createLogFeed, type FeedRead, type FeedStart, type LogFeed, type Tail } from './log-feed.js';
export { openAtRead } from './open-at-read.js';
export { type Batch, behind, type Position } from './position.js';
export { requireCurrent } from './require-current.js';
export { emptySnapshot, parseSnapshot, reduceSnapshot, type Snapshot } from './snapshot.js';
export { formatSnapshotCursor, readSnapshotCursor, type SnapshotCursor } from './snapshot-cursor.js';
