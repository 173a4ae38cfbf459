import { z } from 'zod';

const captioned = z.object({ caption: z.string().optional(), filename: z.string().optional() }).optional();
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
  image: captioned,
  video: captioned,
  document: captioned,
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
  const { caption, filename } = message.image ?? message.video ?? message.document ?? {};
  return [`[${type}]`, filename, caption].filter(Boolean).join(' ');
}
