import { z } from 'zod';
import { textField } from '../field-kinds.js';

const recipientsAtMost = 50;

/** An address without a display name. */
export const emailAddress = z.email('Give an email address, as ana@example.com.').max(254);

const addressList = z.array(emailAddress).min(1).max(recipientsAtMost);

/** One address, several with commas between them, or a list. */
export const emailAddresses = z.union(
  [
    z
      .string()
      .refine((text) => addressList.safeParse(split(text)).success)
      .transform(split),
    addressList,
  ],
  { error: `Give an email address, as ana@example.com, or up to ${recipientsAtMost} with commas between them.` },
);

function split(text: string): string[] {
  const parts = text.split(/[,;]/).map((part) => part.trim());
  return parts.filter((part) => part !== '');
}

/** A number in E.164; blanks, dashes, dots and brackets in it are dropped. */
export const phoneNumber = textField(
  z
    .string()
    .transform((text) => text.replace(/[\s().-]/g, ''))
    .pipe(z.string().regex(/^\+?[1-9]\d{6,14}$/, 'Give a number with its country code, as +34600000001.'))
    .transform((text) => (text.startsWith('+') ? text : `+${text}`)),
);
