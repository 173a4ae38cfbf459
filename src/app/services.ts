import { type AnswerLimits, answerLimits } from '../platform/answers/answer-limits.js';
import { AnswerSlots } from '../platform/answers/answer-slots.js';
import { makeServices } from '../platform/define-service.js';
import { createEvents } from '../platform/events/index.js';
import type { VaultKey } from '../platform/instance-keys.js';
import { createJsonParser } from '../platform/json/index.js';
import { createMailer } from '../platform/mail/mail.js';
import type { Service, ServiceContext } from '../platform/services.js';
import { createVault } from '../platform/vault/index.js';
import { listeners, services as ofModules } from './collect-modules.js';
import { createRateLimits, type RateLimitSettings } from './rate-limits.js';

type Given = 'db' | 'listener' | 'notifier' | 'log' | 'now' | 'settings' | 'outbound' | 'providers' | 'threadArgv';

export interface ServiceOptions extends Pick<ServiceContext, Given> {
  vaultKeys: VaultKey[];
  /** Reads the keys again, to find those that were added while the process runs. */
  reloadVaultKeys?: (() => Promise<VaultKey[]>) | undefined;
  limits: RateLimitSettings;
  /** Overrides of the default limits. */
  answers?: Partial<AnswerLimits> | undefined;
  /** Implementations of services that modules only declare. */
  implementations: readonly Service<unknown>[];
}

export interface ProcessServices {
  services: ServiceContext;
  close(): Promise<void>;
}

/** Creates the services that use cases get. */
export function createServices(options: ServiceOptions): ProcessServices {
  const { vaultKeys, reloadVaultKeys, limits: rates, answers, implementations, ...given } = options;
  const { db, listener, log, now, settings, providers, threadArgv } = given;
  const limits = createRateLimits({ pool: db.pool, log, now, ...rates });
  const mailer = providers.smtp ? createMailer({ ...providers.smtp, publicUrl: settings.publicUrl }) : null;
  const json = createJsonParser(threadArgv);
  const context = {
    ...given,
    events: createEvents(listeners, { log, get: (service) => made.services.get(service as Service<never>) }),
    vault: createVault({ sql: db.pool, keys: vaultKeys, reloadKeys: reloadVaultKeys, listener }),
    limits,
    answers: new AnswerSlots({ ...answerLimits, ...answers }),
    json,
    mailer,
  };
  const made = makeServices(context, [...ofModules, ...implementations]);
  return {
    services: made.services,
    async close() {
      await made.close();
      await json.close();
      mailer?.close();
      await limits.close();
    },
  };
}
