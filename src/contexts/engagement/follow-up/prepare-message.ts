import type { ModelPort } from '../../../nodes/index.js';
import type { Sql } from '../../../platform/database/database.js';
import { tableOf, typed } from '../../../platform/database/typed-sql.js';
import { ProviderError } from '../../../platform/providers/provider-error.js';
import type { Flow } from '../../automation/flows/index.js';
import type { Message, WhatsappTemplate } from '../../crm/definitions/index.js';
import { fillTemplate, fillText, type MessageTemplate, mergeValues } from '../channels/index.js';
import type { DueEnrollment } from './claim-enrollments.js';
import type { FollowUpStep } from './follow-up-step.object.js';

export interface PreparedMessage {
  kind: 'message';
  body: string;
  template?: MessageTemplate;
}

/** What a step does: it sends a message, or runs a flow. */
export type PreparedFollowUp = PreparedMessage | { kind: 'flow'; flow: { id: string; name: string; version: number } };

interface Preparing {
  sql: Sql;
  model: ModelPort;
  /** Aborted when the process stops. */
  stopped: AbortSignal;
}

const longestMessage = 20_000;
const historyAtMost = 20;

/** Prepares what a step does, without doing it. @throws ProviderError with the reason if that is not possible */
export async function prepareMessage(
  deps: Preparing,
  due: DueEnrollment,
  step: FollowUpStep,
): Promise<PreparedFollowUp> {
  if (step.stepType === 'FLOW') return { kind: 'flow', flow: await readFlow(deps.sql, due, step) };
  if (!due.conversationId) throw skipped('its conversation was deleted');
  const values = mergeValues(due.contact, {
    agent: due.agent,
    workspace: due.workspace,
    sequence: { name: due.sequenceName },
  });
  switch (step.stepType) {
    case 'TEXT':
      return { kind: 'message', body: filled(fillText(step.message ?? '', values)) };
    case 'WHATSAPP_TEMPLATE':
      return readTemplate(deps.sql, due, step);
    case 'PROMPT_TEMPLATE':
      return { kind: 'message', body: await write(deps, due, fillText(step.promptTemplate ?? '', values)) };
    case 'AI_GENERATED':
      return { kind: 'message', body: await write(deps, due, await historyPrompt(deps.sql, due, step, values)) };
  }
}

async function write({ model, stopped }: Preparing, { agent }: DueEnrollment, prompt: string): Promise<string> {
  const request = {
    system: [agent?.prompt, 'Answer with the text of one message to the contact, and nothing else.']
      .filter(Boolean)
      .join('\n\n'),
    prompt,
    ...(agent?.model && { model: agent.model }),
    ...(agent?.temperature != null && { temperature: agent.temperature }),
  };
  const { text } = await model.complete(request, stopped);
  return filled(text.trim());
}

async function historyPrompt(
  sql: Sql,
  { workspaceId, conversationId, contact }: DueEnrollment,
  step: FollowUpStep,
  values: Readonly<Record<string, unknown>>,
): Promise<string> {
  const rows = await typed(sql, 'history_of_conversation', tableOf<Message>()('messages'))
    .selectFrom('messages')
    .select(({ fn, val }) => ['author', fn<string>('left', ['body', val(2_000)]).as('body')])
    .where('workspaceId', '=', workspaceId)
    .where('conversationId', '=', conversationId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(historyAtMost)
    .execute();
  const lines = rows.reverse().map(({ author, body }) => `${author === 'contact' ? 'Contact' : 'We'}: ${body}`);
  return [
    `The contact ${typeof contact.name === 'string' ? contact.name : ''} has not answered. The conversation so far:`,
    lines.join('\n'),
    'Write a short, friendly message that follows up on it, in the language of the conversation.',
    fillText(step.promptTemplate ?? '', values),
  ]
    .filter(Boolean)
    .join('\n\n');
}

async function readTemplate(sql: Sql, due: DueEnrollment, { templateId }: FollowUpStep): Promise<PreparedFollowUp> {
  if (due.channel !== 'whatsapp') throw skipped('a WhatsApp template can only be sent in a WhatsApp conversation');
  const template = await typed(sql, 'template_of_step', tableOf<WhatsappTemplate>()('whatsapp_templates'))
    .selectFrom('whatsapp_templates')
    .select(['name', 'language', 'body', 'variables'])
    .where('workspaceId', '=', due.workspaceId)
    .where('id', '=', templateId ?? null)
    .executeTakeFirst();
  if (!template) throw skipped('its WhatsApp template was deleted');
  const { body, template: message } = fillTemplate(template, due.contact);
  return { kind: 'message', body: filled(body), template: message };
}

async function readFlow(sql: Sql, { workspaceId }: DueEnrollment, { flowId }: FollowUpStep) {
  const flow = await typed(sql, 'flow_of_step', tableOf<Flow>()('flows'))
    .selectFrom('flows')
    .select(['id', 'name', 'version', 'settings', 'isActive'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', flowId ?? null)
    .executeTakeFirst();
  if (!flow) throw skipped('its flow was deleted');
  if (!flow.isActive) throw skipped(`its flow ${flow.name} is paused`);
  return flow;
}

function filled(text: string): string {
  if (text.trim() === '') throw skipped('its message is empty');
  return text.slice(0, longestMessage);
}

function skipped(reason: string): ProviderError {
  return new ProviderError('REFUSED', `The step was skipped: ${reason}.`, false);
}
