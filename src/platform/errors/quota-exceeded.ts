import type { QuotaName } from '../quota-names.js';
import { AppError } from './errors.js';

export interface ExceededQuota {
  name: QuotaName;
  limit: number;
  /** Seconds after which a retry is sensible; absent if only a deletion or a higher limit helps. */
  retryAfter?: number;
}

const causes: Readonly<Record<QuotaName, (limit: string) => string>> = {
  executionsInFlight: (limit) => `At most ${limit} executions of the workspace may be in flight.`,
  executionsQueued: (limit) => `At most ${limit} executions of the workspace may be queued.`,
  executionsStartedPerMinute: (limit) => `At most ${limit} executions of the workspace may be started per minute.`,
  descendantsOfRoot: (limit) => `One execution may start at most ${limit} others, directly and indirectly.`,
  storageBytes: (limit) =>
    `Files, large values and the state of flows may have ${limit} bytes in the workspace. Delete files or state; what belongs to executions is deleted with them.`,
  stateEntries: (limit) =>
    `The state of the workspace's flows may have at most ${limit} entries. Delete some, or let them expire by ttlSeconds.`,
};

const stored: ReadonlySet<QuotaName> = new Set(['storageBytes', 'stateEntries']);

/** The setting with the default of a quota: QUOTA_STORAGE_BYTES of storageBytes. */
function settingOf(name: QuotaName): string {
  return `QUOTA_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/** A workspace would exceed one of its quotas. `details` contains its name, limit and when to try again. */
export class QuotaExceededError extends AppError {
  constructor(readonly exceeded: ExceededQuota) {
    const { name, limit, retryAfter } = exceeded;
    const cause = causes[name](limit.toLocaleString('en-US'));
    const cure =
      retryAfter === undefined ? '' : ` Try again in ${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}.`;
    const message = `${cause}${cure} The operator can raise the quota ${name} by the setting ${settingOf(name)}.`;
    const fact = { rule: 'quota', message, name, limit, ...(retryAfter !== undefined && { retryAfter }) };
    super('QUOTA_EXCEEDED', message, [fact], retryAfter);
  }

  /** 413 for what is stored, where waiting does not help. */
  override get status(): number {
    return stored.has(this.exceeded.name) ? 413 : super.status;
  }
}
