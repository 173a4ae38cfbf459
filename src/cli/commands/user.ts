import { randomBytes } from 'node:crypto';
import type { Config } from '../../config/index.js';
import {
  createLoginLink,
  createResetLink,
  createUser,
  disableUser,
  enableUser,
  listUsers,
  markEmailVerified,
  moveToEmail,
  removeTotp,
  setPassword,
} from '../../contexts/accounts/auth/index.js';
import type { Sql } from '../../platform/database/sql.js';
import { countOf } from '../amounts.js';
import { type Answer, type Context, columns, defineCommand, type Group, UsageError, wholeNumber } from '../command.js';
import { withDatabase } from '../open-database.js';
import { recordCommand } from '../record-command.js';

const emailArg = { '<email>': 'the email with which the user logs in' };
const passwordOption = {
  '--password-stdin': 'read the password from stdin; by default one is generated and printed once',
};

interface PasswordOption {
  passwordStdin?: boolean;
}

const create = defineCommand<PasswordOption & { name?: string; verified?: boolean }>({
  name: 'user create',
  summary: 'Create a user, whatever REGISTRATION is',
  notes: 'The user gets an account with a wallet, and no workspace.',
  args: { '<email>': 'the email of the new user' },
  options: {
    '--name <name>': 'defaults to the part of the email before @',
    '--verified': 'mark the email as verified',
    ...passwordOption,
  },
  examples: ['user create ana@example.com --name Ana', 'user create ben@example.com --password-stdin < password.txt'],
  async run(context, { name, verified = false, passwordStdin }, email = '') {
    const password = await readPassword(context, passwordStdin);
    return withDatabase(context, async (pool, config) => {
      const id = await recordCommand(pool, async (sql, record, at) => {
        const created = await createUser(
          sql,
          config,
          { email, name, verified, ...password, publicUrl: config.publicUrl },
          at,
        );
        await record({ action: 'createUser', targetId: created });
        return created;
      });
      return withPassword({ id, email }, `User ${email} created.`, password);
    });
  },
});

const list = defineCommand<{ search?: string; limit: string; after?: string }>({
  name: 'user list',
  summary: 'List users, the oldest first',
  options: {
    '--search <text>': 'only users whose email or name contains this text',
    '--limit <number>': { description: 'from 1 to 1000', default: '100' },
    '--after <id>': 'continue after the user with this ID',
  },
  examples: ['user list', 'user list --search example.com --json'],
  run: (context, { search, limit, after }) => {
    const most = wholeNumber('--limit', limit, 1, 1_000);
    return withDatabase(context, async (pool) => {
      const users = await listUsers(pool, { search: search ?? null, limit: most, after: after ?? null });
      const lines = users.map((user) => [
        user.id,
        user.email,
        user.name,
        user.disabledAt ? 'disabled' : 'active',
        countOf(user.workspaces, 'workspace'),
      ]);
      return { data: { users }, lines: users.length > 0 ? columns(lines) : ['There are no such users.'] };
    });
  },
});

const resetPassword = defineCommand<PasswordOption & { link?: boolean }>({
  name: 'user reset-password',
  summary: 'Set a new password for a user and end their sessions',
  notes:
    'With --link the user chooses the password, and sessions end only then. If the email was never verified, another person may have registered it: its authenticator app, API keys and the members of its workspaces are discarded, and its flows and webhooks paused. To keep them, run `user verify-email` before.',
  args: emailArg,
  options: { '--link': 'print a link with which the user sets it; valid once, for 30 minutes', ...passwordOption },
  examples: ['user reset-password ana@example.com', 'user reset-password ana@example.com --link'],
  async run(context, { link, passwordStdin }, email = '') {
    if (link && passwordStdin) throw new UsageError('--password-stdin is not allowed with --link.');
    if (link) return printLink(context, email, 'createResetLink', createResetLink, '30 minutes');
    const password = await readPassword(context, passwordStdin);
    let discarded = false;
    await change(context, 'resetPassword', async (sql, at, { publicUrl }) => {
      const done = await setPassword(sql, email, { ...password, publicUrl }, at);
      discarded = done.discarded;
      return done.id;
    });
    const more = discarded
      ? ' The email was not verified before: what was made in the account was discarded, as the audit logs of its workspaces list.'
      : '';
    const done = `${email} has a new password. All sessions of the user have ended.${more}`;
    return withPassword({ email, discarded }, done, password);
  },
});

const loginLink = defineCommand({
  name: 'user login-link',
  summary: 'Print a link that logs a user in to the dashboard, for example on a server without email',
  notes: 'The browser that opens it is logged in as the user. It works once, for an hour, and replaces the last one.',
  args: emailArg,
  examples: ['user login-link ana@example.com'],
  run: (context, _, email = '') => printLink(context, email, 'createLoginLink', createLoginLink, 'an hour'),
});

const disable = defineCommand({
  name: 'user disable',
  summary: 'Disable a user: they cannot log in, and their sessions and API keys stop at once',
  notes: 'Flows that run as the user continue; remove the user from a workspace to stop them there.',
  args: emailArg,
  examples: ['user disable ana@example.com'],
  run: (context, _, email = '') =>
    changed(context, 'disableUser', (sql, at) => disableUser(sql, email, at), email, `${email} is disabled.`),
});

const enable = defineCommand({
  name: 'user enable',
  summary: 'Enable a disabled user, who can log in again',
  args: emailArg,
  examples: ['user enable ana@example.com'],
  run: (context, _, email = '') =>
    changed(context, 'enableUser', (sql) => enableUser(sql, email), email, `${email} can log in again.`),
});

const verifyEmail = defineCommand({
  name: 'user verify-email',
  summary: 'Mark the email of a user as verified, if you know that it belongs to them',
  args: emailArg,
  examples: ['user verify-email ana@example.com'],
  run: (context, _, email = '') =>
    changed(context, 'verifyEmail', (sql, at) => markEmailVerified(sql, email, at), email, `${email} is verified.`),
});

const changeEmail = defineCommand({
  name: 'user change-email',
  summary: 'Give a user another email, if you know that it belongs to them',
  args: { ...emailArg, '<new-email>': 'the new email' },
  examples: ['user change-email ana@example.com ana.new@example.com'],
  run: (context, _, email = '', newEmail = '') => {
    const done = `The user logs in with ${newEmail} from now on.`;
    return changed(context, 'changeEmail', (sql, at) => moveToEmail(sql, email, newEmail, at), newEmail, done);
  },
});

const disableTotp = defineCommand({
  name: 'user disable-totp',
  summary: 'Remove the authenticator app of a user who has lost it and the recovery codes',
  args: emailArg,
  examples: ['user disable-totp ana@example.com'],
  run: (context, _, email = '') => {
    const done = `${email} can log in with the password alone.`;
    return changed(context, 'disableTotp', (sql) => removeTotp(sql, email), email, done);
  },
});

/** Creates, lists and helps users, also on a server that sends no email. Servers may run meanwhile. */
export const user: Group = {
  name: 'user',
  summary: 'Create, list, disable and help users, also on a server without email',
  commands: [create, list, resetPassword, loginLink, disable, enable, verifyEmail, changeEmail, disableTotp],
};

interface Password {
  password: string;
  isGenerated: boolean;
}

async function readPassword(context: Context, isSent: boolean | undefined): Promise<Password> {
  if (!isSent) return { password: randomBytes(18).toString('base64url'), isGenerated: true };
  const password = (await context.readStdin()).replace(/\r?\n$/, '');
  if (password === '') throw new UsageError('stdin must contain the password.');
  return { password, isGenerated: false };
}

/** Shows a generated password, this once; never one that was sent. */
function withPassword(data: object, done: string, { password, isGenerated }: Password): Answer {
  if (!isGenerated) return { data, lines: [done] };
  return { data: { ...data, password }, lines: [done, `Password: ${password}`] };
}

function printLink(
  context: Context,
  email: string,
  action: string,
  create: typeof createResetLink,
  duration: string,
): Promise<Answer> {
  return withDatabase(context, async (pool, { publicUrl, port }) => {
    const url = publicUrl ?? `http://localhost:${port}`;
    const link = await recordCommand(pool, async (sql, record, at) => {
      const created = await create(sql, email, url, at);
      await record({ action, targetId: created.userId });
      return created.link;
    });
    return {
      data: { email, link },
      lines: [link, `Give this link to the user. It is valid once, for ${duration}.`],
    };
  });
}

type ChangeUser = (sql: Sql, at: Date, config: Config) => Promise<string>;

/** @param work changes a user and returns their ID */
function change(context: Context, action: string, work: ChangeUser): Promise<string> {
  return withDatabase(context, (pool, config) =>
    recordCommand(pool, async (sql, record, at) => {
      const id = await work(sql, at, config);
      await record({ action, targetId: id });
      return id;
    }),
  );
}

async function changed(
  context: Context,
  action: string,
  work: ChangeUser,
  email: string,
  done: string,
): Promise<Answer> {
  return { data: { id: await change(context, action, work), email }, lines: [done] };
}
