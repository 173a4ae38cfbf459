import type { Section } from '../setting.js';
import { access } from './access.js';
import { data } from './data.js';
import { payments } from './payments.js';
import { providers } from './providers.js';
import { quotas } from './quotas.js';
import { server } from './server.js';
import { storage } from './storage.js';
import { telemetry } from './telemetry.js';

/** Every setting under its name in the environment. */
export const settings = {
  ...server,
  ...data,
  ...access,
  ...quotas,
  ...payments,
  ...providers,
  ...storage,
  ...telemetry,
};

export type SettingName = keyof typeof settings;

/** The settings as docs/configuration.md shows them. */
export const sections: readonly Section[] = [
  { title: 'Server', settings: server },
  { title: 'Data and keys', settings: data },
  { title: 'Access and limits', settings: access },
  { title: 'Quotas', settings: quotas },
  { title: 'Payments', settings: payments },
  { title: 'Providers', settings: providers },
  { title: 'Object storage', settings: storage },
  { title: 'Telemetry', settings: telemetry },
];
