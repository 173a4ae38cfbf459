import type { Sql } from '../../../platform/database/database.js';
import { tableOf, typed } from '../../../platform/database/typed-sql.js';
import { ProviderError } from '../../../platform/providers/provider-error.js';
import { createRecordIn, workspaceScope } from '../../../platform/records/index.js';
import { newExecution, startExecutions, startQuota } from '../../automation/executions/index.js';
import { executions } from '../../automation/executions/store/execution.entity.js';
import { modelOf } from '../../automation/models/index.js';
import { type Contact, messages } from '../../crm/definitions/index.js';
import type { WorkContext } from '../../module.js';
import { sendAsMarketing, sendAsTemplate } from '../channels/index.js';
import type { Consent, DueEnrollment } from './claim-enrollments.js';
import type { EnrollmentRow, StopReason } from './follow-up-enrollment.fields.js';
import type { FollowUpStep } from './follow-up-step.object.js';
import { stepAfter } from './order-steps.js';
import { type PreparedFollowUp, type PreparedMessage, prepareMessage } from './prepare-message.js';

const mostTries = 3;
const enrollments = tableOf<EnrollmentRow>()('follow_up_enrollments');

/**
 * Runs a step that is due, once however many processes try: what a step sends and the enrollment's next state are written
 * in one transaction. Slow work, above all a model's answer, is done before it, under a claim.
 */
export async function fireStep(context: WorkContext, due: DueEnrollment, stopped: AbortSignal): Promise<void> {
  const step = refusalOf(due, due.contact) ? null : nextStep(due);
  if (!step) return finish(context, due, async () => ended(due));
  let prepared: PreparedFollowUp;
  try {
    const model = modelOf(context, due.workspaceId, `follow-up:${due.id}:${step.id}:${due.tries}`);
    const sql = context.services.db.within(due.workspaceId);
    prepared = await prepareMessage({ sql, model, stopped }, due, step);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const again = error.retryable && due.tries + 1 < mostTries;
    const lastError = error.message;
    return finish(context, due, async () =>
      again ? { lastError, retry: true } : { ...after(due, step, 0), lastError },
    );
  }
  await finish(context, due, async (sql) => {
    if (prepared.kind === 'flow') {
      const refused = await startFlow(context, sql, due, step, prepared.flow);
      if (!refused) return after(due, step, 0);
      const lastError = refused.message;
      return due.tries + 1 < mostTries ? { lastError, retry: true } : { ...after(due, step, 0), lastError };
    }
    await writeMessage(context, sql, due, prepared);
    return after(due, step, 1);
  });
}

/** Queues a message for delivery, in the caller's transaction. */
async function writeMessage(
  { services }: WorkContext,
  sql: Sql,
  { workspaceId, conversationId, channel }: DueEnrollment,
  { body, template }: PreparedMessage,
): Promise<void> {
  const parents = { conversationId: conversationId as string };
  const scope = workspaceScope(services, workspaceId);
  const message = await createRecordIn(sql, scope, messages, { body, author: 'flow' }, parents);
  if (template) await sendAsTemplate(sql, message, template);
  if (channel === 'email') await sendAsMarketing(sql, message);
}

/** The step that is due; null if the sequence has ended for this contact. */
function nextStep({ steps, done, attempts, maxAttempts }: DueEnrollment): FollowUpStep | null {
  if (attempts >= (maxAttempts ?? steps.length)) return null;
  return stepAfter(steps, done);
}

/** The state that an enrollment changes to. */
interface EnrollmentState {
  done?: FollowUpStep;
  attempts?: number;
  /** Minutes until the next step; null if there is none. */
  next?: number | null;
  stop?: StopReason;
  lastError?: string | null;
  retry?: true;
}

/** Why nothing may be sent to the contact over the channel of the enrollment; null if it may. */
function refusalOf({ channel }: DueEnrollment, { doNotContact, isUnsubscribed }: Consent): StopReason | null {
  if (doNotContact) return 'do_not_contact';
  return channel === 'email' && isUnsubscribed ? 'unsubscribed' : null;
}

function ended(due: DueEnrollment): EnrollmentState {
  const stop = refusalOf(due, due.contact);
  return stop ? { stop } : { next: null };
}

function after(due: DueEnrollment, step: FollowUpStep, sent: number): EnrollmentState {
  const attempts = due.attempts + sent;
  const next = nextStep({ ...due, attempts, done: { stepId: step.id, stepNumber: step.stepNumber } });
  return { done: step, attempts, next: next?.delayMinutes ?? null, lastError: null };
}

/**
 * Runs `work` and writes the enrollment's next state in one transaction. Does nothing if the enrollment was ended in the
 * meantime, or if another process has claimed it.
 */
async function finish(
  context: WorkContext,
  due: DueEnrollment,
  work: (sql: Sql) => Promise<EnrollmentState>,
): Promise<void> {
  const { db, now } = context.services;
  await db.within(due.workspaceId).transaction(async (sql) => {
    const contact = await typed(sql, 'lock_enrollment', enrollments, tableOf<Contact>()('contacts'))
      .selectFrom('follow_up_enrollments as e')
      .innerJoin('contacts as c', (of) =>
        of.onRef('c.workspaceId', '=', 'e.workspaceId').onRef('c.id', '=', 'e.contactId'),
      )
      .select(['c.doNotContact', 'c.unsubscribedAt'])
      .where('e.workspaceId', '=', due.workspaceId)
      .where('e.id', '=', due.id)
      .where('e.status', '=', 'active')
      .where('e.fence', '=', due.fence)
      .forUpdate('e')
      .forShare('c')
      .executeTakeFirst();
    if (!contact) return;
    const { doNotContact, unsubscribedAt } = contact;
    const stop = refusalOf(due, { doNotContact, isUnsubscribed: unsubscribedAt !== null });
    const state: EnrollmentState = stop ? { stop } : await work(sql);
    await write(sql, due, state, now());
  });
}

async function write(sql: Sql, due: DueEnrollment, state: EnrollmentState, at: Date): Promise<void> {
  const { done, attempts = due.attempts, next = null, stop, lastError, retry } = state;
  const wait = retry ? 2 ** due.tries : next;
  const status = stop ? 'stopped' : wait === null ? 'completed' : 'active';
  const isActive = status === 'active';
  await typed(sql, 'advance_enrollment', enrollments)
    .updateTable('follow_up_enrollments')
    .set({
      status,
      reason: stop ?? null,
      attempts,
      ...(done && { stepId: done.id, stepNumber: done.stepNumber }),
      tries: retry ? due.tries + 1 : 0,
      dueAt: isActive ? new Date(at.getTime() + (wait ?? 0) * 60_000) : null,
      workerId: null,
      lastError: lastError?.slice(0, 2_000) ?? null,
      endedAt: isActive ? null : at,
      updatedAt: at,
    })
    .where('workspaceId', '=', due.workspaceId)
    .where('id', '=', due.id)
    .execute();
}

/**
 * The execution keeps the trigger of the one that started the enrollment; without one, its trigger is `schedule`.
 * @returns the quota that does not allow it; null if it is started
 */
async function startFlow(
  { services }: WorkContext,
  sql: Sql,
  due: DueEnrollment,
  step: FollowUpStep,
  flow: Parameters<typeof newExecution>[0]['flow'],
): Promise<Error | null> {
  const { workspaceId, executionId, chain } = due;
  const trigger = executionId === null ? undefined : await triggerOf(sql, workspaceId, executionId);
  const execution = newExecution({
    workspaceId,
    flow,
    startNodeId: null,
    trigger: trigger ?? 'schedule',
    triggerData: {
      enrollmentId: due.id,
      sequence: { id: due.sequenceId, name: due.sequenceName },
      step: { id: step.id, stepNumber: step.stepNumber },
      contact: due.contact,
      conversationId: due.conversationId,
    },
    call: { parentExecutionId: executionId, parentStepId: null, chain: chain ?? [], depth: 0 },
  });
  const { runs, refused } = await services.get(startQuota).queue({ sql, runs: [execution], causeId: executionId });
  if (runs.length > 0) await startExecutions(sql, runs);
  return refused;
}

type Trigger = Parameters<typeof newExecution>[0]['trigger'];

async function triggerOf(sql: Sql, workspaceId: string, executionId: string): Promise<Trigger | undefined> {
  const parent = await typed(sql, 'trigger_of_parent', executions)
    .selectFrom('executions')
    .select('trigger')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', executionId)
    .executeTakeFirst();
  return parent?.trigger as Trigger | undefined;
}
