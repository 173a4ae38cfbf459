import type { Sql } from '../../../platform/database/database.js';
import { AppError } from '../../../platform/errors/errors.js';
import {
  type InputOf,
  lazyCountry,
  parseInput,
  publishWritten,
  type RecordScope,
} from '../../../platform/records/index.js';
import {
  type Contact,
  contactChanges,
  contactFields,
  contacts,
  eventsOfChange,
  publishEvents,
} from '../definitions/index.js';
import type { BulkResult, RowError, RowResult } from './bulk.object.js';
import { planRow, type RowPlan } from './plan-row.js';
import { insertContacts, knownMembers, matchingContacts, updateContacts } from './write-contacts.js';

type ContactInput = InputOf<typeof contactFields>;

export interface BulkOptions {
  /** Whether existing contacts are not changed. */
  skipExisting?: boolean;
  /** The ID in each row of an export, which identifies contacts without a matching address. */
  ids?: readonly string[];
}

/**
 * Creates or updates many contacts in one transaction: each row matches by its email, otherwise by its phone, otherwise by
 * its ID. Invalid rows are reported and not stored; the others are stored. Rows of the same contact are written in order.
 * @param rows the sent fields by name
 */
export async function upsertContacts(
  scope: RecordScope,
  rows: readonly Readonly<Record<string, unknown>>[],
  options: BulkOptions = {},
): Promise<BulkResult> {
  const results = new Map<number, RowResult>();
  const fail = (index: number, errors: RowError[]) => results.set(index, { index, status: 'failed', id: null, errors });
  const inputs: [number, ContactInput][] = [];
  const country = lazyCountry(scope);
  for (const [index, row] of rows.entries()) {
    const { input, violations } = await parseInput(contacts, 'create', row, country);
    if (violations.length > 0)
      fail(
        index,
        violations.map(({ field = '', message }) => ({ field, message })),
      );
    else inputs.push([index, withStoredEmail(input)]);
  }
  const write = async () => {
    const written = await scope.transaction((sql) => writeWaves(sql, scope, inputs, options));
    for (const result of written) results.set(result.index, result);
  };
  // A concurrent request created one of the same contacts: the second attempt finds it.
  await write().catch((error: { constraint?: string }) =>
    error.constraint?.startsWith('contacts_') ? write().catch(refuseRace) : Promise.reject(error),
  );
  return summary([...results.values()].sort((a, b) => a.index - b.index));
}

/** The email address in its stored form, because rows are matched by it. */
function withStoredEmail(input: ContactInput): ContactInput {
  const { email } = input;
  return { ...input, ...(email && { email: email.toLowerCase() }) };
}

function refuseRace(error: { constraint?: string }): never {
  if (!error.constraint?.startsWith('contacts_')) throw error;
  throw new AppError(
    'UNAVAILABLE',
    'A concurrent request changed the same contacts. Send the rows again.',
    undefined,
    1,
  );
}

/** Writes rows of the same contact one after the other: each wave contains an address once. */
async function writeWaves(
  sql: Sql,
  scope: RecordScope,
  inputs: readonly [number, ContactInput][],
  options: BulkOptions,
): Promise<RowResult[]> {
  const results: RowResult[] = [];
  for (let left = [...inputs]; left.length > 0; ) {
    const seen = new Set<string>();
    const later: typeof left = [];
    const wave = left.filter((row) => {
      const addresses = [row[1].email, row[1].phone, options.ids?.[row[0]]].filter(isGiven);
      const isFree = addresses.every((address) => !seen.has(address));
      // A later row must not be written before a row that it waits for.
      for (const address of addresses) seen.add(address);
      if (!isFree) later.push(row);
      return isFree;
    });
    results.push(...(await writeWave(sql, scope, wave, options)));
    left = later;
  }
  return results;
}

async function writeWave(
  sql: Sql,
  scope: RecordScope,
  wave: readonly [number, ContactInput][],
  { skipExisting = false, ids = [] }: BulkOptions,
): Promise<RowResult[]> {
  const at = scope.services.now();
  const inputs = wave.map(([, input]) => input);
  const idsOfWave = wave.map(([index]) => ids[index] ?? '');
  const existing = await matchingContacts(sql, scope.workspaceId, inputs, idsOfWave);
  const members = await knownMembers(sql, scope.workspaceId, inputs);
  const plans = wave.map(([index, input]) =>
    planRow({ index, id: ids[index], input, existing, members, skipExisting, workspaceId: scope.workspaceId, at }),
  );
  const inserted = await insertContacts(sql, contactsOf(plans, 'insert'));
  const updated = await updateContacts(sql, contactsOf(plans, 'update'));
  await publishWritten(sql, scope, contacts, [...inserted.keys(), ...updated.keys()]);
  const reported = [
    ...inserted.values().flatMap((after) => eventsOfChange(contactFields, contactChanges, { before: null, after })),
    ...plans.flatMap((plan) => {
      const after = plan.kind === 'update' ? updated.get(plan.contact.id) : undefined;
      return plan.kind === 'update' && after
        ? eventsOfChange(contactFields, contactChanges, { before: plan.before, after })
        : [];
    }),
  ];
  await publishEvents(sql, scope, reported, at);
  return plans.map((plan) => resultOf(plan, updated));
}

function contactsOf(plans: readonly RowPlan[], kind: 'insert' | 'update'): Contact[] {
  return plans.flatMap((plan) => (plan.kind === kind ? [plan.contact] : []));
}

function resultOf(plan: RowPlan, updated: ReadonlyMap<string, Contact>): RowResult {
  const { index } = plan;
  switch (plan.kind) {
    case 'failed':
      return { index, status: 'failed', id: null, errors: plan.errors };
    case 'skip':
      return { index, status: 'unchanged', id: plan.id, errors: [] };
    case 'insert':
      return { index, status: 'created', id: plan.contact.id, errors: [] };
    case 'update':
      return { index, status: updated.has(plan.contact.id) ? 'updated' : 'unchanged', id: plan.contact.id, errors: [] };
  }
}

function summary(results: RowResult[]): BulkResult {
  const count = (status: RowResult['status']) => results.filter((result) => result.status === status).length;
  return {
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    failed: count('failed'),
    results,
  };
}

function isGiven(address: string | null | undefined): address is string {
  return typeof address === 'string' && address !== '';
}
