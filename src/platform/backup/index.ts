export type { Header } from './archive-format.js';
export { formatName, formatVersion } from './archive-format.js';
export { type CopyProgress, type DumpResult, dumpDatabase } from './dump-database.js';
export { type LoadResult, loadDatabase } from './load-database.js';
export { readArchive } from './read-archive.js';
export { tableNames } from './stored-tables.js';
export { beginRestore, finishRestore, isMarked, requireFinishedRestore } from './unfinished-restore.js';
export { ArchiveWriter } from './write-archive.js';
