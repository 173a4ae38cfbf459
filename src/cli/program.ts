// Required by the decorators of the modules.
import 'reflect-metadata';
import { text as readText } from 'node:stream/consumers';
import { CommanderError, Option, Command as Program } from 'commander';
import { packageVersion } from '../app/package-version.js';
import { ConfigError, type Environment } from '../config/index.js';
import { AppError } from '../platform/errors/errors.js';
import { type Answer, type Command, type Context, type Group, type Stream, UsageError } from './command.js';
import { formerNames, table } from './commands.js';
import { Interrupted } from './until-signal.js';

export const programName = 'workspace-automation';

/** The codes with which the program exits. */
export const exitCodes = { ok: 0, failed: 1, usage: 2, interrupted: 130 } as const;

/** Where the program reads and writes. */
export interface Terminal {
  env: Environment;
  stdin: NodeJS.ReadableStream;
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream;
}

/** Runs a call of the program, without its name. Returns the exit code and never throws. */
export async function runProgram(words: readonly string[], terminal: Terminal): Promise<number> {
  const isJson = words.includes('--json');
  let code: number = exitCodes.ok;
  try {
    const program = describeProgram(async (command, options, args) => {
      const answer = await command.run(contextOf(terminal), options, ...args);
      if (!answer) return;
      await write(terminal.stdout, answer, isJson);
      if ('failed' in answer && answer.failed) code = exitCodes.failed;
    });
    for (const one of [program, ...allOf(program)]) configure(one, terminal, isJson);
    await program.parseAsync(withPresentNames(words), { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.ok;
    const report = describeError(error);
    terminal.stderr.write(isJson ? `${JSON.stringify({ error: report })}\n` : `${report.message}\n`);
    if (error instanceof Interrupted) return exitCodes.interrupted;
    return usageErrors.has(report.code) ? exitCodes.usage : exitCodes.failed;
  }
}

/** The codes of errors in what the user wrote. */
const usageErrors: ReadonlySet<string> = new Set(['USAGE', 'VALIDATION_FAILED']);

type Run = (command: Command, options: Record<string, string | boolean>, args: string[]) => Promise<void>;

function describeProgram(run: Run): Program {
  const program = new Program(programName)
    .description('Run and operate a workspace automation server.')
    .version(packageVersion())
    .addHelpText('after', '\nExit codes: 0 done, 1 failed, 2 wrong usage. See docs/cli.md.');
  for (const entry of table) {
    if (!isGroup(entry)) {
      addCommand(program, entry.name, entry, run);
      continue;
    }
    const group = program.command(entry.name).description(entry.summary);
    for (const command of entry.commands) addCommand(group, command.name.slice(entry.name.length + 1), command, run);
  }
  return program;
}

/** Columns of the notes in a help. */
const notesWidth = 80;

function addCommand(parent: Program, word: string, command: Command, run: Run): void {
  const made = parent.command(word).description(command.summary);
  for (const [name, description] of Object.entries(command.args ?? {})) made.argument(name, description);
  for (const [flags, spec] of Object.entries(command.options ?? {})) {
    const { description, required, choices, default: value } = typeof spec === 'string' ? { description: spec } : spec;
    const option = new Option(flags, description);
    if (choices) option.choices(choices);
    if (value !== undefined) option.default(value);
    made.addOption(required ? option.makeOptionMandatory() : option);
  }
  made.option('--json', 'print one JSON document');
  const examples = command.examples.map((example) => `  ${programName} ${example}`);
  const notes = command.notes ? [made.createHelp().boxWrap(command.notes, notesWidth), ''] : [];
  made.addHelpText('after', ['', ...notes, 'Examples:', ...examples].join('\n'));
  const count = Object.keys(command.args ?? {}).length;
  made.action((...given: unknown[]) =>
    run(command, made.opts(), given.slice(0, count).filter((arg) => arg !== undefined) as string[]),
  );
}

function configure(program: Program, { stdout, stderr }: Terminal, isJson: boolean): void {
  program.exitOverride((error) => {
    throw withHelp(error, program);
  });
  program.configureOutput({
    writeOut: (text) => void stdout.write(text),
    writeErr: (text) => void stderr.write(text),
    // The error is reported once, at the end, with the usage that applies.
    outputError: () => undefined,
  });
  if (!isJson) program.showHelpAfterError(false);
}

/** An error of wrong usage that names the help which applies; that of a group without a command follows its help. */
function withHelp(error: CommanderError, program: Program): CommanderError {
  if (error.exitCode === 0 || error.code === 'commander.help') return error;
  const path: string[] = [];
  for (let one: Program | null = program; one; one = one.parent) path.unshift(one.name());
  const message = error.message.replace(/\.$/, '');
  return new CommanderError(error.exitCode, error.code, `${message}. See: ${path.join(' ')} --help`);
}

function allOf(program: Program): Program[] {
  return program.commands.flatMap((one) => [one, ...allOf(one)]);
}

/** Whether an entry of the table has commands below it. */
export function isGroup(entry: Command | Group): entry is Group {
  return 'commands' in entry;
}

/** A call with a former name, as the present one. */
function withPresentNames(words: readonly string[]): string[] {
  for (const [former, present] of formerNames) {
    if (former.every((word, index) => words[index] === word)) return [...present, ...words.slice(former.length)];
  }
  return [...words];
}

function contextOf({ env, stdin, stderr }: Terminal): Context {
  return {
    env,
    progress: (line) => void stderr.write(`${line}\n`),
    readStdin: () => readText(stdin as NodeJS.ReadStream),
  };
}

async function write(stdout: NodeJS.WritableStream, answer: Answer | Stream, isJson: boolean): Promise<void> {
  if (!('jsonLines' in answer)) {
    const text = isJson ? JSON.stringify(answer.data, null, 2) : answer.lines.join('\n');
    if (text !== '') stdout.write(`${text}\n`);
    return;
  }
  let before = isJson ? '[' : '';
  for await (const line of answer.jsonLines) {
    const text = isJson ? `${before}${line}` : `${line}\n`;
    if (isJson) before = ',\n';
    if (!stdout.write(text)) await new Promise((resolve) => stdout.once('drain', resolve));
  }
  if (isJson) stdout.write(before === '[' ? '[]\n' : ']\n');
}

/** The operator has access to everything, and no login: what callers of the API are advised is replaced. */
const advices = new Map([
  ['It does not exist, or you do not have access to it.', 'Check its ID.'],
  ['Log in, or register with another email.', `Set another password with: ${programName} user reset-password`],
]);

function forOperator(message: string): string {
  for (const [advice, instead] of advices) {
    if (message.endsWith(advice)) return `${message.slice(0, -advice.length)}${instead}`;
  }
  return message;
}

interface ErrorReport {
  code: string;
  message: string;
  details?: unknown;
}

function describeError(error: unknown): ErrorReport {
  if (error instanceof CommanderError) {
    // `commander.help`: a group without one of its commands. Its help is already written.
    const message = error.code === 'commander.help' ? 'A command is required.' : error.message.replace(/^error: /, '');
    return { code: 'USAGE', message };
  }
  if (error instanceof UsageError) return { code: 'USAGE', message: error.message };
  if (error instanceof ConfigError) return { code: 'CONFIGURATION', message: error.message };
  if (error instanceof AppError) {
    const { code, details } = error;
    const lines = details?.map((detail) => detail.message) ?? [forOperator(error.message)];
    return { code, message: lines.join('\n') || error.message, ...(details && { details }) };
  }
  return { code: 'FAILED', message: error instanceof Error ? error.message : String(error) };
}
