import { readWorkspaceCursor } from '../contexts/insight/changes/index.js';
import { createExecutor, type Executor } from '../platform/graphql/executor.js';
import { ids } from './collect-modules.js';
import { buildGraphSchema } from './schema.js';

let made: Executor | undefined;

/** The executor of this process: its requests and its jobs share it. */
export function processExecutor(): Executor {
  made ??= createExecutor(buildGraphSchema(), ids, true, readWorkspaceCursor);
  return made;
}
