import type pg from 'pg';
import { accounts } from '../../contexts/accounts/entities/user.entity.js';
import { setCreditRate } from '../../contexts/billing/credit-rates/index.js';
import { bookTransfer, findAccount, readRates } from '../../contexts/billing/usage/index.js';
import { ledgerTransfers, wallets } from '../../contexts/billing/usage/wallet/wallet.entity.js';
import { typed } from '../../platform/database/typed-sql.js';
import { creditMicros, creditText } from '../../platform/metering/credit-amount.js';
import { type MeterName, meterNames } from '../../platform/metering/meters.js';
import { type Answer, defineCommand, type Group, type OptionSpec, UsageError } from '../command.js';
import { withDatabase } from '../open-database.js';
import { recordCommand } from '../record-command.js';

const accountArg = { '<account>': "the ID of the account, the ID of one of its workspaces or a user's email" };

const wallet = defineCommand({
  name: 'credits wallet',
  summary: 'Show the credits of an account',
  args: accountArg,
  examples: ['credits wallet ana@example.com'],
  run: (context, _, account = '') =>
    withDatabase(context, async (pool) => describeWallet(pool, await requireAccount(pool, account))),
});

interface BookOptions {
  reference: string;
  note?: string;
}

const bookOptions: Readonly<Record<string, string | OptionSpec>> = {
  '--reference <text>': {
    description: 'your reference, for example an invoice number; the same reference is booked once',
    required: true,
  },
  '--note <text>': 'a note for the ledger',
};

const topUp = defineCommand<BookOptions>({
  name: 'credits top-up',
  summary: 'Add credits to a wallet',
  args: { ...accountArg, '<amount>': 'a decimal with at most six places, greater than 0' },
  options: bookOptions,
  examples: ['credits top-up ana@example.com 500 --reference INV-1042'],
  run: (context, options, account = '', amount = '') => {
    const micros = readAmount(amount, true);
    return withDatabase(context, (pool) => book(pool, 'top_up', { account, micros, ...options }));
  },
});

const adjust = defineCommand<BookOptions>({
  name: 'credits adjust',
  summary: 'Add credits to a wallet, or remove them with a negative amount',
  notes: 'Write -- before a negative amount.',
  args: { ...accountArg, '<amount>': 'a decimal with at most six places, not 0' },
  options: bookOptions,
  examples: ['credits adjust --reference REFUND-7 ana@example.com -- -20'],
  run: (context, options, account = '', amount = '') => {
    const micros = readAmount(amount, false);
    return withDatabase(context, (pool) => book(pool, 'adjustment', { account, micros, ...options }));
  },
});

const rates = defineCommand({
  name: 'credits rates',
  summary: 'List all rates, including those of single accounts',
  examples: ['credits rates'],
  run: (context) => withDatabase(context, listRates),
});

interface RateOptions {
  unit: string;
  country?: string;
  account?: string;
  from?: string;
}

const setRate = defineCommand<RateOptions>({
  name: 'credits set-rate',
  summary: 'Set the rate of a billable operation',
  args: {
    '<event-type>': `one of ${meterNames.join(', ')}`,
    '<app>': 'the provider',
    '<credits>': 'the credits per unit',
  },
  options: {
    '--unit <name>': { description: 'the unit that is counted: call, message, segment, minute …', required: true },
    '--country <code>': 'only for recipients in this country (ISO 3166, two letters)',
    '--account <account>': 'only for this account; takes precedence over the base rates',
    '--from <time>': 'the time from which the rate applies; defaults to now',
  },
  examples: [`credits set-rate ${meterNames[0]} openai 0.25 --unit call`],
  run: (context, options, type = '', app = '', credits = '') => {
    const rate = { app, ...readRate(type, credits, options) };
    return withDatabase(context, (pool) => storeRate(pool, rate, options.account));
  },
});

/** Shows and changes the credits of accounts and the rates of billable operations. Servers may run meanwhile. */
export const credits: Group = {
  name: 'credits',
  summary: 'Show and change the credits of accounts and the rates of billable operations',
  commands: [wallet, topUp, adjust, rates, setRate],
};

async function describeWallet(pool: pg.Pool, accountId: string): Promise<Answer> {
  const row = await typed(pool, 'show_wallet', accounts, wallets, ledgerTransfers)
    .selectFrom('accounts as a')
    .innerJoin('wallets as w', 'w.accountId', 'a.id')
    .select(({ selectFrom }) => {
      const sum = (side: '=' | '<>') =>
        selectFrom('ledger_transfers as t')
          .select(({ fn }) => fn.sum<string | null>('t.amountMicros').as('sum'))
          .whereRef('t.accountId', '=', 'a.id')
          .where('t.toAccount', side, 'wallet');
      return ['a.id', 'a.name', 'w.balanceMicros', 'w.reservedMicros', sum('=').as('paid'), sum('<>').as('spent')];
    })
    .where('a.id', '=', accountId)
    .executeTakeFirst();
  if (!row) throw new Error(`Account ${accountId} has no wallet.`);
  const booked = BigInt(row.paid ?? 0) - BigInt(row.spent ?? 0);
  const [balance, reserved, ledger] = [row.balanceMicros, row.reservedMicros, booked].map(creditText);
  return {
    data: { accountId: row.id, name: row.name, balance, reserved, ledger },
    lines: [
      `${row.name} (${row.id}): ${balance} credits, ${reserved} of them reserved`,
      `sum of the ledger: ${ledger}`,
    ],
  };
}

interface Booking extends BookOptions {
  account: string;
  micros: bigint;
}

async function book(
  pool: pg.Pool,
  kind: 'top_up' | 'adjustment',
  { account, micros, reference, note }: Booking,
): Promise<Answer> {
  const accountId = await requireAccount(pool, account);
  const booked = await recordCommand(pool, async (sql, record) => {
    const isNew = await bookTransfer(sql, { accountId, kind, micros, reference, note: note ?? null });
    const action = kind === 'top_up' ? 'topUpWallet' : 'adjustWallet';
    if (isNew) await record({ action, targetId: accountId, details: { credits: creditText(micros), reference } });
    return isNew;
  });
  const { data, lines } = await describeWallet(pool, accountId);
  const done = booked
    ? `${creditText(micros)} credits booked.`
    : `The reference ${reference} is already booked; nothing was changed.`;
  return { data: { booked, wallet: data }, lines: [done, ...lines] };
}

async function listRates(pool: pg.Pool): Promise<Answer> {
  const rates = (await readRates(pool, 'show_credit_rates', null)).map(
    ({ eventType, app, country, unit, micros, accountId, since }) => {
      const [price, owner] = [creditText(micros), accountId ?? 'base'];
      return { type: eventType, app, country: country ?? '*', unit, credits: price, owner, since };
    },
  );
  return {
    data: { rates },
    lines: rates.map(
      ({ type, app, country, unit, credits: price, owner, since }) =>
        `${owner}  ${type}  ${app}  ${country}  ${price} per ${unit}, from ${since}`,
    ),
  };
}

function readAmount(text: string, isTopUp: boolean): bigint {
  const micros = creditMicros(text);
  if (micros && (!isTopUp || micros > 0n)) return micros;
  throw new UsageError(
    'The amount must be a decimal with at most six places, and must not be 0. A top-up must be greater than 0.',
  );
}

/** Without a time it applies from the moment at which it is stored. */
type Rate = Omit<Parameters<typeof setCreditRate>[1], 'accountId' | 'effectiveFrom'> & { effectiveFrom: Date | null };

function readRate(type: string, text: string, { unit, country, from }: RateOptions): Omit<Rate, 'app'> {
  if (!meterNames.includes(type as MeterName))
    throw new UsageError(`The event type must be one of ${meterNames.join(', ')}.`);
  const microsPerUnit = creditMicros(text);
  if (microsPerUnit === null || microsPerUnit < 0n)
    throw new UsageError('The credits must be a decimal with at most six places, at least 0.');
  if (country !== undefined && !/^[A-Z]{2}$/.test(country))
    throw new UsageError('--country must be a country code of two letters, for example ES.');
  const effectiveFrom = from === undefined ? null : new Date(from);
  if (effectiveFrom && Number.isNaN(effectiveFrom.getTime()))
    throw new UsageError('--from must be an ISO 8601 time, for example 2026-12-01T00:00:00Z.');
  return { eventType: type, country: country ?? null, unit, microsPerUnit, effectiveFrom };
}

async function storeRate(pool: pg.Pool, rate: Rate, account: string | undefined): Promise<Answer> {
  const accountId = account === undefined ? null : await requireAccount(pool, account);
  const { microsPerUnit, ...other } = rate;
  const credits = creditText(microsPerUnit);
  const details = await recordCommand(pool, async (sql, record, at) => {
    const effectiveFrom = rate.effectiveFrom ?? at;
    const stored = { accountId, ...other, effectiveFrom, credits };
    await setCreditRate(sql, { accountId, ...rate, effectiveFrom });
    await record({ action: 'setCreditRate', details: stored });
    return stored;
  });
  const since = details.effectiveFrom.toISOString();
  return {
    data: details,
    lines: [`${rate.eventType} by ${rate.app} costs ${credits} per ${rate.unit} from ${since}.`],
  };
}

async function requireAccount(pool: pg.Pool, text: string): Promise<string> {
  const accountId = await findAccount(pool, text);
  if (accountId) return accountId;
  throw new Error(`Account ${text} not found. Give its ID, the ID of one of its workspaces, or a user's email.`);
}
