export { archiving, replaying } from './archive-commands.js';
export { type BaseBackup, basesFolder, lastSegment, listBases, listSegments } from './archive-folder.js';
export { copyClusterIn } from './copy-cluster.js';
export { keepArchive, whyNewBase } from './keep-archive.js';
export { findGap, planRetention } from './plan-retention.js';
export { takeBaseBackup } from './take-base-backup.js';
export { readArchiver, watchArchive } from './watch-archive.js';
