import type { Sql } from '../../../platform/database/database.js';
import { AppError } from '../../../platform/errors.js';
import { parsePhone } from '../../../platform/phone-number.js';
import { type InputOf, parseInput, publishWritten, type RecordScope } from '../../../platform/records/index.js';
import {
  type Contact,
  contactEvents,
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
  /** Leaves contacts that are there as they are. */
  skipExisting?: boolean;
  /** Of each row, whom it means where no address says so: from an export, which has an id in each line. */
  ids?: readonly string[];
}

/**
 * Updates or makes many contacts in one transaction: each row goes by its email, else by its phone, else by its
 * id where there is one. Rows that break a
 * rule are left out and told; the others are stored. Where two rows mean the same contact, the later one comes later.
 * @param rows as they were sent, fields by name
 */
export async function upsertContacts(
  scope: RecordScope,
  rows: readonly Readonly<Record<string, unknown>>[],
  options: BulkOptions = {},
): Promise<BulkResult> {
  const results = new Map<number, RowResult>();
  const fail = (index: number, errors: RowError[]) => results.set(index, { index, status: 'failed', id: null, errors });
  const inputs: [number, ContactInput][] = [];
  for (const [index, row] of rows.entries()) {
    const { input, violations } = await parseInput(contacts, 'create', row);
    if (violations.length > 0)
      fail(
        index,
        violations.map(({ field = '', message }) => ({ field, message })),
      );
    else inputs.push([index, withStoredAddresses(input)]);
  }
  const write = async () => {
    const written = await scope.transaction((sql) => writeWaves(sql, scope, inputs, options));
    for (const result of written) results.set(result.index, result);
  };
  // Somebody else made one of the same contacts in between: the second time it is found.
  await write().catch((error: { constraint?: string }) =>
    error.constraint?.startsWith('contacts_') ? write().catch(refuseRace) : Promise.reject(error),
  );
  return summary([...results.values()].sort((a, b) => a.index - b.index));
}

/** Addresses as they are stored: rows are matched by them. */
function withStoredAddresses(input: ContactInput): ContactInput {
  const { email, phone } = input;
  return { ...input, ...(email && { email: email.toLowerCase() }), ...(phone && { phone: parsePhone(phone) }) };
}

function refuseRace(error: { constraint?: string }): never {
  if (!error.constraint?.startsWith('contacts_')) throw error;
  throw new AppError('CONFLICT', 'Others change the same contacts right now. Send the rows again.');
}

/** Rows of one contact go one after the other: each wave holds an address once. */
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
      // What comes later must not overtake what it waits for.
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
  const inserted = await insertContacts(sql, wantedOf(plans, 'insert'));
  const updated = await updateContacts(sql, wantedOf(plans, 'update'));
  await publishWritten(sql, scope, contacts, [...inserted.keys(), ...updated.keys()]);
  const reported = [
    ...inserted.values().flatMap((after) => eventsOfChange(contactFields, contactEvents, { before: null, after })),
    ...plans.flatMap((plan) => {
      const after = plan.kind === 'update' ? updated.get(plan.wanted.id) : undefined;
      return plan.kind === 'update' && after
        ? eventsOfChange(contactFields, contactEvents, { before: plan.before, after })
        : [];
    }),
  ];
  await publishEvents(sql, scope, reported, at);
  return plans.map((plan) => resultOf(plan, updated));
}

function wantedOf(plans: readonly RowPlan[], kind: 'insert' | 'update'): Contact[] {
  return plans.flatMap((plan) => (plan.kind === kind ? [plan.wanted] : []));
}

function resultOf(plan: RowPlan, updated: ReadonlyMap<string, Contact>): RowResult {
  const { index } = plan;
  switch (plan.kind) {
    case 'failed':
      return { index, status: 'failed', id: null, errors: plan.errors };
    case 'skip':
      return { index, status: 'unchanged', id: plan.id, errors: [] };
    case 'insert':
      return { index, status: 'created', id: plan.wanted.id, errors: [] };
    case 'update':
      return { index, status: updated.has(plan.wanted.id) ? 'updated' : 'unchanged', id: plan.wanted.id, errors: [] };
  }
}

function summary(results: RowResult[]): BulkResult {
  const count = (status: RowResult['status']) => results.filter((result) => result.status === status).length;
  return {
    ...{ created: count('created'), updated: count('updated'), unchanged: count('unchanged'), failed: count('failed') },
    results,
  };
}

function isGiven(address: string | null | undefined): address is string {
  return typeof address === 'string' && address !== '';
}
