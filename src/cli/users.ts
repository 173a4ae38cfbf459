// Required by the decorators of the modules.
import 'reflect-metadata';
import { Command } from 'commander';
import type { Config } from '../config/index.js';
import { createResetLink, markEmailVerified, moveToEmail, removeTotp } from '../contexts/accounts/auth/index.js';
import { print, withDatabase } from './open-database.js';

/** Helps users who cannot log in, also on a server that sends no email. Servers may run meanwhile. */
async function main(): Promise<void> {
  const program = new Command('users').description('Help users who cannot log in, also on a server without email.');
  program
    .command('reset-password <email>')
    .description('print a link with which the user sets a new password; it is valid once, for 30 minutes')
    .action((email: string) =>
      withDatabase(async (pool, config) => {
        print(await createResetLink(pool, email, urlOf(config), new Date()));
        print('Give this link to the user. It is valid once, for 30 minutes.');
      }),
    );
  program
    .command('verify-email <email>')
    .description('mark the email of a user as verified, if you know that it belongs to them')
    .action((email: string) =>
      withDatabase(async (pool) => {
        await markEmailVerified(pool, email, new Date());
        print(`${email} is verified.`);
      }),
    );
  program
    .command('change-email <email> <new-email>')
    .description('give a user another email, if you know that it belongs to them')
    .action((email: string, newEmail: string) =>
      withDatabase(async (pool) => {
        await moveToEmail(pool, email, newEmail, new Date());
        print(`The user logs in with ${newEmail} from now on.`);
      }),
    );
  program
    .command('disable-totp <email>')
    .description('remove the authenticator app of a user who has lost it and the recovery codes')
    .action((email: string) =>
      withDatabase(async (pool) => {
        await removeTotp(pool, email);
        print(`${email} can log in with the password alone.`);
      }),
    );
  await program.parseAsync();
}

function urlOf({ publicUrl, port }: Config): string {
  return publicUrl ?? `http://localhost:${port}`;
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
