import type { Logger } from 'pino';
import { watched } from '../metrics/index.js';
import { type Repeated, repeat } from '../slots/repeat.js';
import type { Database } from './database.js';
import { readClock } from './database-clock.js';

const offsetSeconds = watched(
  'clock_offset_seconds',
  "Seconds by which the database's clock is ahead of that of this machine; negative if it is behind. Times are corrected by it. 0 if they differ by no more than a round trip shows.",
);

/** Seconds between the clocks of a machine and of the database from which a server and the doctor warn, and the doctor fails. */
export const skewSeconds = { warning: 2, failed: 30 };

/** Workers read the clock more often, with each renewal of their lease. */
const everyMs = 60_000;

/** Reads the database's clock each minute, shows how far that of this machine is from it, and warns if that is far. */
export function watchClock({ db, log }: { db: Pick<Database, 'clock' | 'pool'>; log: Logger }): Repeated {
  let isReported = false;
  const report = () => {
    const seconds = db.clock.offsetMs / 1_000;
    const isFar = Math.abs(seconds) >= skewSeconds.warning;
    if (isFar && !isReported) {
      log.warn(
        { offsetSeconds: seconds },
        "the clock of this machine differs from the database's, by which times are corrected; synchronize both by NTP",
      );
    } else if (!isFar && isReported) log.info("the clock of this machine agrees with the database's again");
    isReported = isFar;
  };
  report();
  const unwatch = offsetSeconds.watch(() => db.clock.offsetMs / 1_000);
  const reading = repeat(
    everyMs,
    async () => {
      await readClock(db);
      report();
    },
    // The database is unavailable, which others report.
    () => undefined,
  );
  return {
    stop() {
      unwatch();
      return reading.stop();
    },
  };
}
