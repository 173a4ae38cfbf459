import type { Config } from '../config/index.js';
import { readOrCreateInstanceKeys } from '../platform/instance-keys.js';
import type { RuntimeConfig } from './runtime-config.js';

/** Completes the configuration with the keys of the instance. */
export async function withKeys(config: Config & { databaseUrl: string }): Promise<RuntimeConfig> {
  const { jwtSecret, vaultKeys, dataDir } = config;
  if (jwtSecret && vaultKeys) return { ...config, jwtSecret, vaultKeys };
  const own = await readOrCreateInstanceKeys(dataDir);
  return {
    ...config,
    jwtSecret: jwtSecret ?? own.jwtSecret,
    vaultKeys: vaultKeys ?? own.vaultKeys,
    // Keys in the data folder can be added by rotate-keys while the server runs; those of the environment cannot.
    reloadVaultKeys: vaultKeys ? undefined : async () => (await readOrCreateInstanceKeys(dataDir)).vaultKeys,
  };
}
