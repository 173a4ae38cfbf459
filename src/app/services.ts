import { createAuditWriter } from '../contexts/accounts/audit/index.js';
import { createProviderSettings, createRunValues } from '../contexts/accounts/secrets/index.js';
import {
  createExecutionFeed,
  createFlowVersionReader,
  createRunEnds,
  createRunStore,
} from '../contexts/automation/executions/index.js';
import { createModels } from '../contexts/automation/models/index.js';
import { createCreditReserve, createRateBook } from '../contexts/billing/usage/index.js';
import { createSiteReader } from '../contexts/engagement/company-contexts/index.js';
import { type AnswerLimits, answerLimits } from '../platform/answers/answer-limits.js';
import { AnswerSlots } from '../platform/answers/answer-slots.js';
import type { Database } from '../platform/database/database.js';
import type { Listener } from '../platform/database/listener.js';
import { createEvents } from '../platform/events/index.js';
import type { VaultKey } from '../platform/instance-keys.js';
import type { Log } from '../platform/log.js';
import { createMailer } from '../platform/mail.js';
import type { Outbound } from '../platform/outbound/index.js';
import type { ProviderSettings } from '../platform/providers/provider-settings.js';
import type { Services, Settings } from '../platform/services.js';
import { createVault } from '../platform/vault/index.js';
import { listeners } from './collect-modules.js';
import { createRateLimits, type RateLimitSettings } from './rate-limits.js';

export interface ServiceOptions {
  db: Database;
  listener: Listener;
  log: Log;
  settings: Settings;
  vaultKeys: VaultKey[];
  /** Where keys that are added while the process runs are found. */
  reloadVaultKeys?: (() => Promise<VaultKey[]>) | undefined;
  limits: RateLimitSettings;
  /** Where they differ from those of every server. */
  answers?: Partial<AnswerLimits> | undefined;
  /** The mail server; absent: no mail is sent. */
  smtp?: { url: string; from?: string | undefined } | undefined;
  now?: () => Date;
  /** The guarded way out, for addresses that a workspace gave. */
  outbound: Outbound;
  /** The server's own. */
  providers?: ProviderSettings;
  /** Node's options for threads of our own, where our code needs a loader. */
  threadArgv?: readonly string[] | undefined;
}

/** Everything that use cases are handed. */
export function createServices({
  db,
  listener,
  log,
  settings,
  vaultKeys,
  reloadVaultKeys,
  limits,
  answers,
  smtp,
  now = () => new Date(),
  outbound,
  providers = {},
  threadArgv,
}: ServiceOptions): Services {
  const vault = createVault({ sql: db.pool, keys: vaultKeys, reloadKeys: reloadVaultKeys, listener });
  const values = createRunValues(db.pool, vault, log);
  const credits = { rates: createRateBook(db.pool, listener, now), reserve: createCreditReserve(db) };
  return {
    db,
    log,
    now,
    settings,
    events: createEvents(listeners),
    vault,
    limits: createRateLimits({ pool: db.pool, log, now, ...limits }),
    answers: new AnswerSlots({ ...answerLimits, ...answers }),
    mailer: smtp ? createMailer({ ...smtp, publicUrl: settings.publicUrl }) : null,
    audit: createAuditWriter(db.pool),
    credits,
    runs: createRunStore(db.pool, null),
    versions: createFlowVersionReader(db.pool),
    values,
    sites: createSiteReader({ outbound, execArgv: threadArgv }),
    providerSettings: createProviderSettings(values, providers),
    models: createModels({ values, credits, outbound, providers }),
    feed: createExecutionFeed(db.pool, listener, log),
    ends: createRunEnds(db.pool, listener, log),
  };
}
