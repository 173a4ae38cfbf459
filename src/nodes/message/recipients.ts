import { z } from 'zod';
import { parsePhone, phoneRule } from '../../platform/phone-number.js';
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

/** How many recipients a field names as the author wrote it; 1 where only the run can tell. */
export function recipientsOf(to: unknown): number {
  const named = typeof to === 'string' ? split(to) : to;
  return Array.isArray(named) ? Math.max(1, named.length) : 1;
}

function split(text: string): string[] {
  const parts = text.split(/[,;]/).map((part) => part.trim());
  return parts.filter((part) => part !== '');
}

/** A phone number as records take it, in E.164. */
export const phoneNumber = textField(
  z.string().transform((text, context) => {
    const number = parsePhone(text);
    if (number !== null) return number;
    context.addIssue({ code: 'custom', message: `${phoneRule}.` });
    return z.NEVER;
  }),
);
