import { defaultPoolSize, leastPoolSize } from '../../platform/database/connection-needs.js';
import { setting } from '../setting.js';
import { longTextSetting, postgresUrl, redisUrl, textSetting, vaultKeys, wholeNumber } from '../setting-types.js';

export const data = {
  DATABASE_URL: setting({
    as: 'databaseUrl',
    type: postgresUrl,
    unset: "the server's own Postgres in `DATA_DIR`",
    secret: true,
    description: 'The URL of a Postgres 18 or newer, see [its parameters](operations.md#database_url).',
  }),
  DATABASE_DIRECT_URL: setting({
    as: 'databaseDirectUrl',
    type: postgresUrl,
    unset: '`DATABASE_URL` leads to Postgres itself',
    secret: true,
    needs: ['DATABASE_URL'],
    description:
      'The URL of Postgres itself if `DATABASE_URL` leads to a pooler, which may be in transaction mode, see [poolers](operations.md#poolers).',
  }),
  DATABASE_REPLICA_URL: setting({
    as: 'databaseReplicaUrl',
    type: postgresUrl,
    unset: 'all reads are served by `DATABASE_URL`',
    secret: true,
    needs: ['DATABASE_URL'],
    description:
      'The URL of a streaming replica, which serves analytics, search and lists while it does not lag, see [replica](operations.md#replica).',
  }),
  REPLICA_MAX_LAG_SECONDS: setting({
    as: 'replicaMaxLagSeconds',
    type: wholeNumber(2, 3_600, 'a whole number of seconds'),
    default: 5,
    description: 'The lag up to which the replica serves reads; with a longer one `DATABASE_URL` serves them.',
  }),
  DB_POOL_SIZE: setting({
    as: 'dbPoolSize',
    type: wholeNumber(leastPoolSize, 10_000),
    default: defaultPoolSize,
    description:
      'The number of connections to the database that the pools of one process open at most, all together. Two more keep a session, see [connections](operations.md#connections).',
  }),
  WAKEUP_URL: setting({
    as: 'wakeupUrl',
    type: redisUrl,
    unset: 'processes notify one another through Postgres',
    secret: true,
    description:
      'The URL of a Redis through which processes notify one another of new work, in place of LISTEN and NOTIFY of Postgres, see [wake-ups](operations.md#wake-ups). Set it for all processes of an installation, or for none.',
  }),
  DATA_DIR: setting({
    as: 'dataDir',
    type: textSetting('the path of a folder'),
    default: '.data',
    description: 'The folder in which the server stores its own files, see [the list](operations.md#data_dir).',
  }),
  WAL_ARCHIVE_DIR: setting({
    as: 'walArchiveDir',
    type: textSetting('the path of a folder'),
    unset: 'the database is not archived',
    description:
      "The folder in which the server's own Postgres archives all changes, so that any time can be restored, see [point in time](backup.md#point-in-time). Choose another disk than that of `DATA_DIR`. Has no effect with `DATABASE_URL`.",
  }),
  WAL_ARCHIVE_DAYS: setting({
    as: 'walArchiveDays',
    type: wholeNumber(1, 3_650, 'a whole number of days'),
    default: 7,
    description: 'The number of past days to which the archive can restore the database. Older files are deleted.',
  }),
  BACKUP_MAX_AGE_HOURS: setting({
    as: 'backupMaxAgeHours',
    type: wholeNumber(1, 8_760, 'a whole number of hours'),
    unset: '48 once there is a backup',
    description:
      'The hours after which the last [backup](backup.md#schedule) is too old: `doctor` warns, and the alert [BackupOld](monitoring.md#backupold) fires. If it is set, also while there is no backup at all.',
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
