// Required by the decorators of the modules.
import 'reflect-metadata';
import { Command } from 'commander';
import type pg from 'pg';
import type { Config } from '../config/index.js';
import { createResetLink, markEmailVerified, moveToEmail, removeTotp } from '../contexts/accounts/auth/index.js';
import type { Sql } from '../platform/database/sql.js';
import { print, withDatabase } from './open-database.js';
import { recordCommand } from './record-command.js';

/** Helps users who cannot log in, also on a server that sends no email. Servers may run meanwhile. */
async function main(): Promise<void> {
  const program = new Command('users').description('Help users who cannot log in, also on a server without email.');
  program
    .command('reset-password <email>')
    .description('print a link with which the user sets a new password; it is valid once, for 30 minutes')
    .action((email: string) =>
      withDatabase(async (pool, config) => {
        const link = await recordCommand(pool, async (sql, record) => {
          const created = await createResetLink(sql, email, urlOf(config), new Date());
          await record({ action: 'createResetLink', targetId: created.userId });
          return created.link;
        });
        print(link);
        print('Give this link to the user. It is valid once, for 30 minutes.');
      }),
    );
  program
    .command('verify-email <email>')
    .description('mark the email of a user as verified, if you know that it belongs to them')
    .action((email: string) =>
      withDatabase(async (pool) => {
        await change(pool, 'verifyEmail', (sql) => markEmailVerified(sql, email, new Date()));
        print(`${email} is verified.`);
      }),
    );
  program
    .command('change-email <email> <new-email>')
    .description('give a user another email, if you know that it belongs to them')
    .action((email: string, newEmail: string) =>
      withDatabase(async (pool) => {
        await change(pool, 'changeEmail', (sql) => moveToEmail(sql, email, newEmail, new Date()));
        print(`The user logs in with ${newEmail} from now on.`);
      }),
    );
  program
    .command('disable-totp <email>')
    .description('remove the authenticator app of a user who has lost it and the recovery codes')
    .action((email: string) =>
      withDatabase(async (pool) => {
        await change(pool, 'disableTotp', (sql) => removeTotp(sql, email));
        print(`${email} can log in with the password alone.`);
      }),
    );
  await program.parseAsync();
}

/** @param work changes a user and returns their ID */
function change(pool: pg.Pool, action: string, work: (sql: Sql) => Promise<string>): Promise<void> {
  return recordCommand(pool, async (sql, record) => record({ action, targetId: await work(sql) }));
}

function urlOf({ publicUrl, port }: Config): string {
  return publicUrl ?? `http://localhost:${port}`;
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
