import type { WhatsappPort, WhatsappTemplateMessage } from '../../../../nodes/index.js';
import { tableOf, typed } from '../../../../platform/database/typed-sql.js';
import { phoneCountry } from '../../../../platform/providers/phone-country.js';
import { recordNotFound } from '../../../../platform/providers/provider-error.js';
import { sendWhatsapp, type WhatsappContent } from '../../../../platform/providers/send-whatsapp.js';
import type { Services } from '../../../../platform/services.js';
import type { WhatsappTemplate } from '../../../crm/definitions/index.js';
import type { WorkContext } from '../../../module.js';
import { type MessageSender, type MessageToPost, postMessage } from '../post-message.js';

/** WhatsApp messages of one sender. */
export function whatsappPort(context: WorkContext, user: MessageSender): WhatsappPort {
  const send = (to: string, content: WhatsappContent, signal: AbortSignal, body: string, shown = body) => {
    const message: MessageToPost<'whatsapp'> = {
      provider: 'whatsapp',
      content: { channel: 'whatsapp', to, subject: null, body },
      shown,
      operation: { eventType: 'whatsapp_message', country: phoneCountry(to), quantity: 1 },
      send: ({ settings, reach }) => sendWhatsapp(reach, settings, { to, content }, signal),
    };
    return postMessage(context, user, message, signal);
  };
  return {
    sendText: (to, text, signal) => send(to, { kind: 'text', text }, signal, text),
    sendTemplate: (to, template, signal) =>
      send(to, { kind: 'template', ...template }, signal, JSON.stringify(template), shownTemplate(template)),
    findTemplate: (id) => findTemplate(context.services.db, user.workspaceId, id),
  };
}

/** A template as a conversation shows it: its text is stored by WhatsApp. */
function shownTemplate({ name, variables }: WhatsappTemplateMessage): string {
  return [`[${name}]`, ...Object.values(variables)].join(' ');
}

async function findTemplate({ pool }: Services['db'], workspaceId: string, id: string) {
  const template = await typed(pool, 'whatsapp_template', tableOf<WhatsappTemplate>()('whatsapp_templates'))
    .selectFrom('whatsapp_templates')
    .select(['name', 'language'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (template) return template;
  throw recordNotFound('The WhatsApp template', id);
}
