import { z } from 'zod';
import type { ReceivedMedia } from '../conversations/received-message.js';

const media = z
  .object({
    id: z.string().max(200).optional(),
    mime_type: z.string().max(200).optional(),
    caption: z.string().optional(),
    filename: z.string().optional(),
  })
  .optional();
const titled = z.object({ title: z.string() }).optional();

/** An inbound message of the Cloud API. */
export const whatsappMessage = z.object({
  id: z.string(),
  /** Digits, without +. */
  from: z.string().regex(/^\+?\d{5,15}$/),
  type: z.string(),
  /** The message that it answers. */
  context: z.object({ id: z.string().optional() }).optional(),
  text: z.object({ body: z.string() }).optional(),
  button: z.object({ text: z.string() }).optional(),
  interactive: z.object({ button_reply: titled, list_reply: titled }).optional(),
  image: media,
  audio: media,
  video: media,
  document: media,
  sticker: media,
  location: z.object({ latitude: z.number(), longitude: z.number(), name: z.string().optional() }).optional(),
});

export type WhatsappMessage = z.infer<typeof whatsappMessage>;

/** Types without content: reactions, and notices of the system. */
const withoutContent = new Set(['reaction', 'system', 'unsupported']);

/** A message as text; other content is described in brackets. Null if it has no content. */
export function textOfWhatsapp(message: WhatsappMessage): string | null {
  const { type, text, button, interactive, location } = message;
  if (withoutContent.has(type)) return null;
  const content = text?.body ?? button?.text ?? interactive?.button_reply?.title ?? interactive?.list_reply?.title;
  if (content !== undefined) return content;
  if (location)
    return `[location] ${location.name ?? ''} ${location.latitude}, ${location.longitude}`.replace('  ', ' ');
  const { caption, filename } = mediaIn(message) ?? {};
  return [`[${type}]`, filename, caption].filter(Boolean).join(' ');
}

/** The file of a message; undefined if it has none. */
export function mediaOfWhatsapp(message: WhatsappMessage): ReceivedMedia | undefined {
  const { id, mime_type = '', filename } = mediaIn(message) ?? {};
  if (id === undefined) return undefined;
  const [mimeType = ''] = mime_type.split(';');
  return { id, mimeType, name: filename ?? `${message.type}${extensionOf(mimeType)}` };
}

function mediaIn({ image, audio, video, document, sticker }: WhatsappMessage) {
  return image ?? audio ?? video ?? document ?? sticker;
}

/** The types of images, audio and video that WhatsApp has; their files come without a name. */
const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/webp': '.webp',
  'audio/aac': '.aac',
  'audio/amr': '.amr',
  'audio/mp4': '.m4a',
  'audio/mpeg': '.mp3',
  'audio/ogg': '.ogg',
  'video/3gpp': '.3gp',
  'video/mp4': '.mp4',
};

const extensionOf = (mimeType: string) => extensions[mimeType.trim().toLowerCase()] ?? '';
