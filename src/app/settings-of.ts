import { join } from 'node:path';
import { storageSettings } from '../config/index.js';
import type { Settings } from '../platform/services.js';
import type { RuntimeConfig } from './runtime-config.js';

/** The settings that services read, of the configuration. @param address the URL of the server, unless PUBLIC_URL is set */
export function settingsOf(config: RuntimeConfig, address: () => string): Settings {
  const { registration, jwtSecret, production, startingCreditsMicros, creditsSelfService, trustedIssuer } = config;
  const { emailVerification, retentionDays, aiConcurrency, sendConcurrency, workspaceCreation } = config;
  const { stripeWebhookSecret, paymentWebhookSecret, walletLowCredits, passwordLogin, loginProviders } = config;
  return {
    get publicUrl() {
      return config.publicUrl ?? address();
    },
    get webhookOrigin() {
      return config.webhookOrigin ?? this.publicUrl;
    },
    registration,
    jwtSecret,
    production,
    startingCreditsMicros,
    creditsSelfService,
    trustedIssuer,
    passwordLogin,
    loginProviders,
    emailVerification,
    retentionDays,
    quotas: quotasOf(config),
    aiConcurrency,
    sendConcurrency,
    files: {
      place: config.fileStore,
      folder: join(config.dataDir, 'files'),
      values: config.valueStore,
      storage: storageSettings(config),
      bytesAtMost: config.fileMaxMib * 1024 * 1024,
    },
    workspaceCreation,
    stripeWebhookSecret,
    paymentWebhookSecret,
    walletLowCredits,
  };
}

function quotasOf(config: RuntimeConfig): Settings['quotas'] {
  return {
    executionsInFlight: config.quotaExecutionsInFlight,
    executionsQueued: config.quotaExecutionsQueued,
    executionsStartedPerMinute: config.quotaExecutionsStartedPerMinute,
    descendantsOfRoot: config.quotaDescendantsOfRoot,
    storageBytes: config.quotaStorageBytes,
    stateEntries: config.quotaStateEntries,
  };
}
