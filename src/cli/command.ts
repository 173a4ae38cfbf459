import type { Environment } from '../config/index.js';

/** What a command runs with. Nothing in a command reads the process itself. */
export interface Context {
  env: Environment;
  /** Reports progress of long work, on stderr. */
  progress(line: string): void;
  readStdin(): Promise<string>;
}

/** What a command answers: a document for `--json`, and the lines that a person reads. */
export interface Answer {
  data: unknown;
  lines: readonly string[];
  /** The command did its work and found a problem: the program exits with 1. */
  failed?: boolean;
}

/** Long output: JSON Lines, or with `--json` one array of them. */
export interface Stream {
  jsonLines: AsyncIterable<string>;
}

export interface OptionSpec {
  description: string;
  required?: true;
  choices?: readonly string[];
  default?: string;
}

/** What the user wrote: options by their names in camel case. */
export type Options = Readonly<Record<string, string | boolean | undefined>>;

/** One command of the program. Its help, `docs/cli.md` and the completion of shells are derived from it. */
export interface Command<Given = Options> {
  /** The words after the name of the program: `user create`. */
  name: string;
  summary: string;
  /** What else to know; a sentence or two. */
  notes?: string;
  /** The arguments in their order: `{ '<email>': 'the email of the user' }`. */
  args?: Readonly<Record<string, string>>;
  /** By their flags: `{ '--limit <number>': … }`. */
  options?: Readonly<Record<string, string | OptionSpec>>;
  /** Calls without the name of the program. */
  examples: readonly string[];
  /** Absent for a command whose output is no document. */
  run(context: Context, options: Given, ...args: string[]): Promise<Answer | Stream | null>;
}

/** Declares a command. */
export function defineCommand<Given = Options>(command: Command<Given>): Command<Given> {
  return command;
}

/** Several commands whose names begin with the same word. */
export interface Group {
  name: string;
  summary: string;
  // Each command reads its own options.
  // biome-ignore lint/suspicious/noExplicitAny: a list of commands with different options
  commands: readonly Command<any>[];
}

/** The call is wrong: the program exits with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Reads a whole number of an option or argument. @throws UsageError */
export function wholeNumber(what: string, text: string, least: number, most: number): number {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new UsageError(`${what} must be a whole number from ${least} to ${most}.`);
}

/** Rows as columns of equal width, for people. */
export function columns(rows: readonly (readonly (string | number | null)[])[]): string[] {
  const texts = rows.map((row) => row.map((cell) => `${cell ?? '-'}`));
  const widths = texts.reduce<number[]>(
    (most, row) => row.map((cell, index) => Math.max(most[index] ?? 0, cell.length)),
    [],
  );
  return texts.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** A text from outside as one line that cannot control the terminal. */
export function oneLine(text: string, most = 200): string {
  return text.replace(/\p{C}+/gu, ' ').slice(0, most);
}
