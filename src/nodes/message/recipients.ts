import { z } from 'zod';
import { emailRule } from '../../engine/index.js';
import { parsePhone, phoneRule } from '../../platform/phone-number.js';
import { textField } from '../field-kinds.js';

const recipientsAtMost = 50;

/** An email address without a display name; blanks around it are dropped. */
export const emailAddress = z.preprocess(
  (value) => (typeof value === 'string' ? value.trim() : value),
  z.email(emailRule).max(254),
);

const addressList = z.array(emailAddress).min(1).max(recipientsAtMost);

/** One email address, several separated by commas, or a list. */
export const emailAddresses = z.union(
  [
    z
      .string()
      .refine((text) => addressList.safeParse(split(text)).success)
      .transform(split),
    addressList,
  ],
  { error: `${emailRule}, or at most ${recipientsAtMost} separated by commas` },
);

/** The number of recipients in a field; 1 where it is known only at run time. */
export function recipientsOf(to: unknown): number {
  const named = typeof to === 'string' ? split(to) : to;
  return Array.isArray(named) ? Math.max(1, named.length) : 1;
}

function split(text: string): string[] {
  const parts = text.split(/[,;]/).map((part) => part.trim());
  return parts.filter((part) => part !== '');
}

/** A phone number, converted to E.164 as in records. Its parser is run within `inCountry`. */
export const phoneNumber = textField(
  z.string().transform((text, context) => {
    const number = parsePhone(text);
    if (number !== null) return number;
    context.addIssue({ code: 'custom', message: phoneRule });
    return z.NEVER;
  }),
);
