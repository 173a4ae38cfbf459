import { z } from 'zod';
import { textOf } from '../engine/index.js';

/*
 * Kinds of fields of node data. Text in node data can contain expressions, whose values may have another type at run time:
 * "5" instead of a number, 5 instead of text, null where a path does not exist. These kinds convert what has one
 * meaning and leave everything else to the schema.
 */

const plainNumber = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** A number, or the text of one: "5" becomes 5; "" and "5 days" are not accepted. */
export function numberField<Schema extends z.ZodType<number>>(schema: Schema) {
  return z.preprocess((value) => {
    const text = typeof value === 'string' ? value.trim() : '';
    return plainNumber.test(text) ? Number(text) : value;
  }, schema);
}

/** Text, or a number or boolean that an expression returned. */
export function textField<Schema extends z.ZodType<string>>(schema: Schema) {
  return z.preprocess((value) => {
    const scalar = typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint';
    return scalar ? String(value) : value;
  }, schema);
}

/**
 * The text of a message of `min` to `max` characters. The value of a single expression is inserted as it is into a longer
 * text: null as empty text, objects and lists as JSON.
 */
export function messageText({ min = 0, max }: { min?: number; max: number }) {
  return z.preprocess((value) => (value === undefined ? value : textOf(value)), z.string().min(min).max(max));
}

/** An optional field; null counts as missing, because expressions without a result return it. */
export function optionalField<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => value ?? undefined, schema.optional()).optional();
}

/** Text of 1 to `max` characters. */
export function filledText(max: number) {
  return textField(z.string().min(1).max(max));
}
