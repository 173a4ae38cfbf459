import { setting } from '../setting.js';
import { longTextSetting, postgresUrl, textSetting, vaultKeys } from '../setting-types.js';

export const data = {
  DATABASE_URL: setting({
    as: 'databaseUrl',
    type: postgresUrl,
    unset: "the server's own Postgres in `DATA_DIR`",
    secret: true,
    description: 'The URL of a Postgres 18 or newer, see [its parameters](operations.md#database_url).',
  }),
  DATA_DIR: setting({
    as: 'dataDir',
    type: textSetting('the path of a folder'),
    default: '.data',
    description: 'The folder in which the server stores its own files, see [the list](operations.md#data_dir).',
  }),
  JWT_SECRET: setting({
    as: 'jwtSecret',
    type: longTextSetting(32, 'at least 32 characters; create them with: openssl rand -base64 48'),
    unset: 'created and stored in `DATA_DIR`',
    secret: true,
    requiredInProduction: true,
    description: 'The key that signs access tokens.',
  }),
  VAULT_KEYS: setting({
    as: 'vaultKeys',
    type: vaultKeys,
    unset: 'created and stored in `DATA_DIR`',
    secret: true,
    requiredInProduction: true,
    description:
      'The keys that encrypt stored secrets. The first key encrypts, all of them decrypt, see [changing keys](operations.md#changing-keys).',
  }),
};
