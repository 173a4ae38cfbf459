import type { WhatsappPort } from '../../../../nodes/index.js';
import { statement } from '../../../../platform/database/statement.js';
import { phoneCountry } from '../../../../platform/providers/phone-country.js';
import { recordNotFound } from '../../../../platform/providers/provider-error.js';
import { sendWhatsapp, type WhatsappContent } from '../../../../platform/providers/send-whatsapp.js';
import type { Services } from '../../../../platform/services.js';
import type { WorkContext } from '../../../module.js';
import { type MessageSender, type MessageToPost, postMessage } from '../post-message.js';

/** WhatsApp messages of one sender. */
export function whatsappPort(context: WorkContext, user: MessageSender): WhatsappPort {
  const send = (to: string, content: WhatsappContent, body: string, signal: AbortSignal) => {
    const message: MessageToPost<'whatsapp'> = {
      provider: 'whatsapp',
      content: { channel: 'whatsapp', to, subject: null, body },
      operation: { eventType: 'whatsapp_message', country: phoneCountry(to), quantity: 1 },
      send: ({ settings, reach }) => sendWhatsapp(reach, settings, { to, content }, signal),
    };
    return postMessage(context, user, message, signal);
  };
  return {
    sendText: (to, text, signal) => send(to, { kind: 'text', text }, text, signal),
    sendTemplate: (to, template, signal) =>
      send(to, { kind: 'template', ...template }, JSON.stringify(template), signal),
    findTemplate: (id) => findTemplate(context.services.db, user.workspaceId, id),
  };
}

async function findTemplate({ pool }: Services['db'], workspaceId: string, id: string) {
  const text =
    '/* whatsapp_template */ select name, language from whatsapp_templates where workspace_id = $1 and id = $2';
  const { rows } = await pool.query<{ name: string; language: string | null }>(statement(text, [workspaceId, id]));
  const [template] = rows;
  if (template) return template;
  throw recordNotFound('The WhatsApp template', id);
}
