import type { Command, Group } from './command.js';
import { audit, verifyAudit } from './commands/audit.js';
import { backup } from './commands/backup.js';
import { baseBackup } from './commands/base-backup.js';
import { completionOf } from './commands/completion.js';
import { credits } from './commands/credits.js';
import { doctor } from './commands/doctor.js';
import { executions } from './commands/executions.js';
import { inbox } from './commands/inbox.js';
import { migrate } from './commands/migrate.js';
import { queue } from './commands/queue.js';
import { quotas } from './commands/quotas.js';
import { restore } from './commands/restore.js';
import { rotateKeys } from './commands/rotate-keys.js';
import { serve } from './commands/serve.js';
import { upgradePostgresCommand } from './commands/upgrade-postgres.js';
import { user } from './commands/user.js';
import { workspace } from './commands/workspace.js';

/** Every command, in the order of the help and of docs/cli.md. */
// biome-ignore lint/suspicious/noExplicitAny: commands with different options
export const table: readonly (Command<any> | Group)[] = [
  serve,
  migrate,
  doctor,
  backup,
  baseBackup,
  restore,
  upgradePostgresCommand,
  user,
  workspace,
  executions,
  queue,
  credits,
  quotas,
  inbox,
  audit,
  verifyAudit,
  rotateKeys,
  completionOf(() => table),
];

/** Names of earlier releases, which the scripts of package.json still have. The first that fits applies. */
export const formerNames: readonly (readonly [former: readonly string[], present: readonly string[]])[] = [
  [
    ['users', 'reset-password'],
    ['user', 'reset-password', '--link'],
  ],
  [['users'], ['user']],
  [['workspaces'], ['workspace']],
];
