import { nobody } from '../../support/sample-args.js';
import type { Answer, Operation } from '../naughty/operation.js';
import type { Ids } from '../naughty/world.js';
import { idsFor, isIdPlace } from './id-places.js';

/** Places where an ID that does not exist is no error, and why that opens nothing. */
const accepts: readonly [RegExp, string][] = [
  [/settings\.errorFlowId$/, 'drafts may be incomplete, validation reports it'],
  [/operations\[0\]\.id$/, 'operations of a batch are refused one by one'],
  [/filter\./, 'a filter that matches nothing selects nothing'],
  [/(bulk|changeMany\w+) \w+\.data\./, 'changes of many records are refused one by one'],
  [/contacts\[0\]\.assignedTo$/, 'rows of a bulk write are refused one by one'],
];

/** Places whose own IDs are refused, too: what else they need, no sample has. */
const needsMore =
  /^(POST .*\/subscribe|POST \/auth\/me\/identities|linkIdentity|subscribeFlow|updateFollowUpStep) |^(POST .*\/bulk|changeMany\w+) \w+\.(ids|filter)|settings\.triggerConfig\.(crmEvent|executionFailed|voiceCall)\./;

/**
 * Sends IDs of another tenant in every place for an ID of an operation, and compares each answer with the one for an ID
 * that does not exist. In inputs, an ID of the own tenant shows that the ID was the reason of a refusal.
 * @returns what went wrong, a line each
 */
export async function tryForeignIds({ name, targets }: Operation, ours: Ids, theirs: Ids): Promise<string[]> {
  const faults: string[] = [];
  const isRead = /^(GET|query |Workspace\.)/.test(name);
  for (const target of targets.filter(isIdPlace)) {
    const place = `${name} ${target.name}`;
    const unknown = await target.send(nobody);
    const expected = comparable(unknown, nobody, isRead);
    if (unknown.status >= 500) faults.push(`${place}: ${expected}`);
    const isRefused = unknown.status >= 400;
    if (!isRead && !isRefused && !accepts.some(([places]) => places.test(place))) faults.push(`${place}: accepted`);
    for (const id of idsFor(target.name, theirs, name)) {
      const found = comparable(await target.send(id), id, isRead);
      if (found !== expected) faults.push(`${place}: ${found} instead of ${expected}`);
    }
    if (!isRefused || target.path.length === 0 || needsMore.test(place)) continue;
    const own = await Promise.all(
      idsFor(target.name, ours, name).map(async (id) => comparable(await target.send(id), id, false)),
    );
    if (own.every((answer) => answer === expected)) faults.push(`${place}: refused for another reason: ${expected}`);
  }
  return faults;
}

/** An answer without the ID that was sent; of a success only what was read, since each write makes something new. */
function comparable({ status, code, message, details, data }: Answer, id: string, isRead: boolean): string {
  const read = isRead ? JSON.stringify(data ?? null) : '';
  return `${JSON.stringify({ status, code, message, details })}${read}`.replaceAll(id, 'ID');
}
