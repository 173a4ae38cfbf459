export { ConfigError } from './config-error.js';
export { type Config, loadConfig } from './load-config.js';
export type { Environment } from './read-texts.js';
export { storageSettings } from './storage-settings.js';
