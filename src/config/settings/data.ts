import { setting } from '../setting.js';
import { longTextSetting, postgresUrl, textSetting, vaultKeys } from '../setting-types.js';

export const data = {
  DATABASE_URL: setting({
    as: 'databaseUrl',
    type: postgresUrl,
    unset: "the server's own Postgres in `DATA_DIR`",
    secret: true,
    description: 'A Postgres 18 or newer, see [its parameters](operations.md#database_url).',
  }),
  DATA_DIR: setting({
    as: 'dataDir',
    type: textSetting('a folder'),
    default: '.data',
    description: 'Folder of everything that the server itself keeps, see [its files](operations.md#data_dir).',
  }),
  JWT_SECRET: setting({
    as: 'jwtSecret',
    type: longTextSetting(32, 'at least 32 characters; make them with: openssl rand -base64 48'),
    unset: 'made and kept in `DATA_DIR`',
    secret: true,
    requiredInProduction: true,
    description: 'Signs access tokens.',
  }),
  VAULT_KEYS: setting({
    as: 'vaultKeys',
    type: vaultKeys,
    unset: 'made and kept in `DATA_DIR`',
    secret: true,
    requiredInProduction: true,
    description:
      'Encrypts stored secrets. The first key encrypts, all of them decrypt, see [changing keys](operations.md#changing-keys).',
  }),
};
