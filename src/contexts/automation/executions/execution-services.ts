import type { ExecutionFeed } from './execution-feed.js';
import type { FlowVersionReader } from './flow-versions.js';
import type { RunEnds } from './run-ends.js';
import type { RunStore } from './run-store.js';

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
