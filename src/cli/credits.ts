// Required by the decorators of the modules.
import 'reflect-metadata';
import { Command } from 'commander';
import type pg from 'pg';
import { setCreditRate } from '../contexts/billing/credit-rates/index.js';
import { allRatesSql, bookTransfer, findAccount } from '../contexts/billing/usage/index.js';
import { creditMicros, creditText } from '../platform/metering/credit-amount.js';
import { type MeterName, meterNames } from '../platform/metering/meters.js';
import { print, withDatabase } from './open-database.js';
import { recordCommand } from './record-command.js';

/** Shows and changes the credits of accounts and the rates of billable operations. Servers may run meanwhile. */
async function main(): Promise<void> {
  const program = new Command('credits').description(
    'Show and change the credits of accounts and the rates of billable operations.',
  );
  program
    .command('wallet <account>')
    .description(
      "show the credits of an account, by the account's ID, the ID of one of its workspaces or a user's email",
    )
    .action((account: string) => withDatabase((pool) => showWallet(pool, account)));
  for (const [kind, what] of [
    ['top-up', 'add credits to a wallet'],
    ['adjust', 'add credits to a wallet, or remove them with a negative amount'],
  ] as const) {
    program
      .command(`${kind} <account> <amount>`)
      .description(what)
      .requiredOption(
        '--reference <text>',
        'your reference, for example an invoice number; the same reference is booked once',
      )
      .option('--note <text>', 'a note for the ledger')
      .action((account: string, amount: string, options: BookOptions) =>
        withDatabase((pool) => book(pool, kind === 'top-up' ? 'top_up' : 'adjustment', account, amount, options)),
      );
  }
  program
    .command('rates')
    .description('list all rates, including those of single accounts')
    .action(() => withDatabase(showRates));
  program
    .command('set-rate <event-type> <app> <credits>')
    .description('set the rate of a billable operation')
    .requiredOption('--unit <name>', 'the unit that is counted: call, message, segment, minute …')
    .option('--country <code>', 'only for recipients in this country (ISO 3166, two letters)')
    .option('--account <account>', 'only for this account; takes precedence over the base rates')
    .option('--from <time>', 'the time from which the rate applies; defaults to now')
    .action((type: string, app: string, credits: string, options: RateOptions) =>
      withDatabase((pool) => setRate(pool, type, app, credits, options)),
    );
  await program.parseAsync();
}

interface BookOptions {
  reference: string;
  note?: string;
}

async function showWallet(pool: pg.Pool, account: string): Promise<void> {
  const { rows } = await pool.query<{ id: string; name: string; balance: string; reserved: string; ledger: string }>(
    `/* show_wallet */ select a.id, a.name, w.balance_micros::text as balance, w.reserved_micros::text as reserved,
       (select coalesce(sum(case t.to_account when 'wallet' then t.amount_micros else -t.amount_micros end), 0)
        from ledger_transfers t where t.account_id = a.id)::text as ledger
     from accounts a join wallets w on w.account_id = a.id where a.id = $1`,
    [await requireAccount(pool, account)],
  );
  for (const { id, name, balance, reserved, ledger } of rows) {
    print(`${name} (${id}): ${creditText(balance)} credits, ${creditText(reserved)} of them reserved`);
    print(`sum of the ledger: ${creditText(ledger)}`);
  }
}

async function book(
  pool: pg.Pool,
  kind: 'top_up' | 'adjustment',
  account: string,
  amount: string,
  { reference, note }: BookOptions,
): Promise<void> {
  const micros = creditMicros(amount);
  if (!micros || (kind === 'top_up' && micros < 0n)) {
    throw new Error(
      'The amount must be a decimal with at most six places, and must not be 0. A top-up must be greater than 0.',
    );
  }
  const accountId = await requireAccount(pool, account);
  const booked = await recordCommand(pool, async (sql, record) => {
    const isNew = await bookTransfer(sql, { accountId, kind, micros, reference, note: note ?? null });
    const action = kind === 'top_up' ? 'topUpWallet' : 'adjustWallet';
    if (isNew) await record({ action, targetId: accountId, details: { credits: creditText(micros), reference } });
    return isNew;
  });
  print(
    booked
      ? `${creditText(micros)} credits booked.`
      : `The reference ${reference} is already booked; nothing was changed.`,
  );
  await showWallet(pool, accountId);
}

async function showRates(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<
    Record<'type' | 'app' | 'country' | 'unit' | 'credits' | 'owner' | 'since', string>
  >(
    `/* show_credit_rates */ select event_type as type, app, coalesce(country, '*') as country, unit,
       micros::text as credits, coalesce(account_id::text, 'base') as owner, effective_from::text as since
     from ${allRatesSql} rates order by account_id nulls first, event_type, app, country nulls first, effective_from`,
  );
  for (const { type, app, country, unit, credits, owner, since } of rows) {
    print(`${owner}  ${type}  ${app}  ${country}  ${creditText(credits)} per ${unit}, from ${since}`);
  }
}

interface RateOptions {
  unit: string;
  country?: string;
  account?: string;
  from?: string;
}

async function setRate(
  pool: pg.Pool,
  type: string,
  app: string,
  credits: string,
  { unit, country, account, from }: RateOptions,
): Promise<void> {
  if (!meterNames.includes(type as MeterName))
    throw new Error(`The event type must be one of ${meterNames.join(', ')}.`);
  const microsPerUnit = creditMicros(credits);
  if (microsPerUnit === null || microsPerUnit < 0n)
    throw new Error('The credits must be a decimal with at most six places, at least 0.');
  if (country !== undefined && !/^[A-Z]{2}$/.test(country))
    throw new Error('--country must be a country code of two letters, for example ES.');
  const effectiveFrom = from === undefined ? new Date() : new Date(from);
  if (Number.isNaN(effectiveFrom.getTime()))
    throw new Error('--from must be an ISO 8601 time, for example 2026-12-01T00:00:00Z.');
  const accountId = account === undefined ? null : await requireAccount(pool, account);
  const rate = { accountId, eventType: type, app, country: country ?? null, unit, microsPerUnit, effectiveFrom };
  await recordCommand(pool, async (sql, record) => {
    await setCreditRate(sql, rate);
    const { microsPerUnit: micros, ...details } = rate;
    await record({ action: 'setCreditRate', details: { ...details, credits: creditText(micros) } });
  });
  print(`${type} by ${app} costs ${creditText(microsPerUnit)} per ${unit} from ${effectiveFrom.toISOString()}.`);
}

async function requireAccount(pool: pg.Pool, text: string): Promise<string> {
  const accountId = await findAccount(pool, text);
  if (accountId) return accountId;
  throw new Error(`Account ${text} not found. Give its ID, the ID of one of its workspaces, or a user's email.`);
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
