import { setting } from '../setting.js';
import { wholeNumber } from '../setting-types.js';

const most = Number.MAX_SAFE_INTEGER;

/** Defaults for workspaces for which the operator has set no quotas of their own. */
export const quotas = {
  QUOTA_EXECUTIONS_IN_FLIGHT: setting({
    as: 'quotaExecutionsInFlight',
    type: wholeNumber(1, most),
    default: 5_000,
    description:
      'The number of executions of one workspace that all workers drive at once. Others stay queued. See [quotas](limits.md#quotas).',
  }),
  QUOTA_EXECUTIONS_QUEUED: setting({
    as: 'quotaExecutionsQueued',
    type: wholeNumber(1, most),
    default: 100_000,
    description: 'The number of executions of one workspace that wait for a worker.',
  }),
  QUOTA_EXECUTIONS_STARTED_PER_MINUTE: setting({
    as: 'quotaExecutionsStartedPerMinute',
    type: wholeNumber(1, most),
    default: 60_000,
    description: 'The number of executions of one workspace that may be started per minute, however they are started.',
  }),
  QUOTA_DESCENDANTS_OF_ROOT: setting({
    as: 'quotaDescendantsOfRoot',
    type: wholeNumber(1, most),
    default: 10_000,
    description: 'The number of executions that one execution may start by calls and events, directly and indirectly.',
  }),
  QUOTA_STORAGE_BYTES: setting({
    as: 'quotaStorageBytes',
    type: wholeNumber(1, most),
    default: 10 * 1024 ** 3,
    description:
      'The number of bytes of large values (over 64 KiB) of executions and of the state of flows that one workspace may store before it can start no more.',
  }),
  QUOTA_STATE_ENTRIES: setting({
    as: 'quotaStateEntries',
    type: wholeNumber(1, most),
    default: 100_000,
    description: 'The number of entries that the state of the flows of one workspace may have.',
  }),
  AI_CONCURRENCY: setting({
    as: 'aiConcurrency',
    type: wholeNumber(1, 1_000),
    default: 50,
    description:
      'The number of calls of one workspace to language models at once in this process; several workspaces share twice as many.',
  }),
  SEND_CONCURRENCY: setting({
    as: 'sendConcurrency',
    type: wholeNumber(1, 1_000),
    default: 50,
    description:
      'The number of messages or calls of one workspace that one provider (SMTP, Twilio, WhatsApp) sends at once in this process; several workspaces share twice as many.',
  }),
};
