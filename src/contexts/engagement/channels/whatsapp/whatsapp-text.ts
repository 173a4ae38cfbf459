import { z } from 'zod';

const captioned = z.object({ caption: z.string().optional(), filename: z.string().optional() }).optional();
const titled = z.object({ title: z.string() }).optional();

/** What a contact wrote, as the Cloud API tells it. */
export const whatsappMessage = z.object({
  id: z.string(),
  /** Digits, without +. */
  from: z.string().regex(/^\+?\d{5,15}$/),
  type: z.string(),
  text: z.object({ body: z.string() }).optional(),
  button: z.object({ text: z.string() }).optional(),
  interactive: z.object({ button_reply: titled, list_reply: titled }).optional(),
  image: captioned,
  video: captioned,
  document: captioned,
  location: z.object({ latitude: z.number(), longitude: z.number(), name: z.string().optional() }).optional(),
});

export type WhatsappMessage = z.infer<typeof whatsappMessage>;

/** Of messages that say nothing: a reaction to another one, and notices of the system. */
const silent = new Set(['reaction', 'system', 'unsupported']);

/** A message as text: what it holds besides stands in brackets. Null where it says nothing. */
export function textOfWhatsapp(message: WhatsappMessage): string | null {
  const { type, text, button, interactive, location } = message;
  if (silent.has(type)) return null;
  const said = text?.body ?? button?.text ?? interactive?.button_reply?.title ?? interactive?.list_reply?.title;
  if (said !== undefined) return said;
  if (location)
    return `[location] ${location.name ?? ''} ${location.latitude}, ${location.longitude}`.replace('  ', ' ');
  const { caption, filename } = message.image ?? message.video ?? message.document ?? {};
  return [`[${type}]`, filename, caption].filter(Boolean).join(' ');
}
