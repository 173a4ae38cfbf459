import { z } from 'zod';

/*
 * How fields of node data are declared. Text in node data may hold expressions, so what arrives at run time is what
 * they gave: "5" where a number belongs, 5 where text belongs, null where a path led nowhere. These kinds accept what
 * has one sensible reading and leave anything else to the schema's own message. Unknown keys (an editor's colours) are
 * dropped by `z.object`, never refused.
 */

const plainNumber = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** A number, or the text of one: "5" is 5; "" and "5 days" are none. */
export function numberField<Schema extends z.ZodType<number>>(schema: Schema) {
  return z.preprocess((value) => {
    const text = typeof value === 'string' ? value.trim() : '';
    return plainNumber.test(text) ? Number(text) : value;
  }, schema);
}

/** Text, or a number or boolean that an expression gave in its place. */
export function textField<Schema extends z.ZodType<string>>(schema: Schema) {
  return z.preprocess((value) => {
    const scalar = typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint';
    return scalar ? String(value) : value;
  }, schema);
}

/** A field that may be left out; null counts as left out, as an expression without a result gives it. */
export function optionalField<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => value ?? undefined, schema.optional()).optional();
}

/** Text that is not empty, of at most `max` characters. */
export function filledText(max: number) {
  return textField(z.string().min(1, 'Fill this in.').max(max));
}
