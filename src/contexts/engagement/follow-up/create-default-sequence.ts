import { tableOf, typed } from '../../../platform/database/typed-sql.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { newId } from '../../../platform/new-id.js';
import { createRecord, readRow } from '../../../platform/records/index.js';
import { type FollowUpSequence, followUpSequences } from './follow-up-sequence.record.js';
import type { FollowUpStepInput } from './follow-up-step.object.js';

const hour = 60;

/** The steps of a new default sequence: three messages over four days. */
const defaultSteps: FollowUpStepInput[] = [
  { delayMinutes: hour, message: 'Hello {{contact.name}}, did you see our last message? We are happy to help.' },
  { delayMinutes: 24 * hour, message: 'Hello {{contact.name}}, is there anything we can still answer for you?' },
  { delayMinutes: 72 * hour, message: 'We will not write again for now. Whenever it suits you, just answer here.' },
];

/** The workspace's default sequence, created if it does not exist. Concurrent calls create one. */
export async function createDefaultSequence(scope: Scope): Promise<{ created: boolean; sequence: FollowUpSequence }> {
  const existing = await findDefault(scope);
  if (existing) return { created: false, sequence: existing };
  const steps = defaultSteps.map((step, index) => ({ ...step, id: newId(), stepNumber: index + 1 }));
  try {
    const input = { name: 'Default follow-up', steps: steps as unknown as FollowUpSequence['steps'] };
    return { created: true, sequence: await createRecord(scope, followUpSequences, input, { isDefault: true }) };
  } catch (error) {
    const other = await findDefault(scope);
    if (!other) throw error;
    return { created: false, sequence: other };
  }
}

async function findDefault({ sql, workspaceId }: Scope): Promise<FollowUpSequence | null> {
  const found = await typed(sql, 'default_sequence', tableOf<FollowUpSequence>()('follow_up_sequences'))
    .selectFrom('follow_up_sequences')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where((row) => row('isDefault', '=', row.lit(true)))
    .executeTakeFirst();
  return found ? readRow<FollowUpSequence>(sql, followUpSequences, { workspaceId, id: found.id }) : null;
}
