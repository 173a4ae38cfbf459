import type { Receipt, WhatsappPort, WhatsappTemplateMessage } from '../../../../nodes/index.js';
import { tableOf, typed } from '../../../../platform/database/typed-sql.js';
import { FormatError } from '../../../../platform/file-formats/index.js';
import { phoneCountry } from '../../../../platform/providers/phone-country.js';
import { recordNotFound } from '../../../../platform/providers/provider-error.js';
import { sendWhatsapp, type WhatsappContent } from '../../../../platform/providers/send-whatsapp.js';
import { whatsappFileBytes } from '../../../../platform/providers/whatsapp-media.js';
import type { Services } from '../../../../platform/services.js';
import { findFiles, openFile } from '../../../automation/files/index.js';
import type { MessageAttachment, WhatsappTemplate } from '../../../crm/definitions/index.js';
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
    sendFile: (to, fileId, text, signal) => sendFile(context, user, { to, fileId, text }, signal),
    sendTemplate: (to, template, signal) =>
      send(to, { kind: 'template', ...template }, signal, JSON.stringify(template), shownTemplate(template)),
    findTemplate: (id) => findTemplate(context.services.db, user.workspaceId, id),
  };
}

/** The file is found, and counted, before its bytes are read and sent; a message that was sent does not need it. */
async function sendFile(
  context: WorkContext,
  user: MessageSender,
  { to, fileId, text }: { to: string; fileId: string; text: string | null },
  signal: AbortSignal,
): Promise<Receipt> {
  const { services } = context;
  const { workspaceId } = user;
  const message: MessageToPost<'whatsapp'> = {
    provider: 'whatsapp',
    content: { channel: 'whatsapp', to, subject: null, body: text ?? '[file]' },
    operation: { eventType: 'whatsapp_message', country: phoneCountry(to), quantity: 1 },
    attach: async () => [await findSentFile(services, workspaceId, fileId)],
    send({ settings, reach }, [file]) {
      if (!file) throw new Error('A message with a file has none.');
      const { name, mimeType, size } = file;
      const open = () => openFile(services, workspaceId, { id: fileId, size });
      const content: WhatsappContent = { kind: 'file', text, file: { name, mimeType, size, open } };
      return sendWhatsapp(reach, settings, { to, content }, signal);
    },
  };
  return postMessage(context, user, message, signal);
}

/** @throws FormatError FILE_MISSING, FILE_LIMIT */
async function findSentFile({ db }: Services, workspaceId: string, fileId: string): Promise<MessageAttachment> {
  const file = (await findFiles(db.within(workspaceId), workspaceId, [fileId])).get(fileId);
  if (!file) {
    throw new FormatError('FILE_MISSING', `file must be a file of this workspace: the file ${fileId} does not exist.`);
  }
  if (file.size > whatsappFileBytes) {
    throw new FormatError('FILE_LIMIT', `file must have at most 100 MiB to be sent by WhatsApp (${file.name}).`);
  }
  const { id, ...facts } = file;
  return { fileId: id, ...facts };
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
