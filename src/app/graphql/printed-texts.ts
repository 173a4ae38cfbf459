import { randomUUID } from 'node:crypto';
import type { ExecutionResult } from 'graphql';
import type { Answer } from '../../platform/graphql/answer.js';

/** Nobody else knows it, so that it is in no value of an answer. */
const mark = randomUUID();

/**
 * The texts of answers that are JSON already, while Apollo prints what is around them. Parsing them, so that Apollo prints them
 * again, took 3.7 instead of 3.2 ms of processor time for a list of 20 executions, 3.8 instead of 3.3 for a nested page.
 */
export class PrintedTexts {
  readonly #texts: string[] = [];

  /** The answer with a mark in place of its text. */
  hold({ printed, ...result }: Answer): ExecutionResult {
    if (printed === undefined) return result;
    const place = `${mark}:${this.#texts.push(printed) - 1}`;
    return { ...result, data: { toJSON: () => place } };
  }

  /** A body with the texts in place of their marks. */
  putInto(body: string): string {
    let rest = body;
    let done = '';
    for (;;) {
      const begin = rest.indexOf(`"${mark}:`);
      if (begin < 0) return done + rest;
      const number = begin + mark.length + 2;
      const end = rest.indexOf('"', number);
      done += rest.slice(0, begin) + this.#texts[Number(rest.slice(number, end))];
      rest = rest.slice(end + 1);
    }
  }
}
