import type { RunStore } from './checkpoint/execution-store.js';
import type { FlowVersionReader } from './drive/flow-version-reader.js';
import type { ExecutionFeed } from './log/execution-feed.js';
import type { RunEnds } from './start/execution-ends.js';

declare module '../../../platform/services.js' {
  interface Services {
    /** Where new runs are kept. */
    runs: Pick<RunStore, 'start'>;
    versions: FlowVersionReader;
    /** Every change of every run, as it settles. */
    feed: ExecutionFeed;
    /** The ends of runs, for those who wait for them. */
    ends: RunEnds;
  }
}
