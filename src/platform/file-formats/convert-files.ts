import { extname } from 'node:path';
import { FairSlots } from '../slots/fair-slots.js';
import { openThread } from '../slots/thread.js';
import { FormatError } from './file-format.js';
import type { FormatName, WrittenFormat } from './format-names.js';
import type { FormatAnswer, FormatQuestion } from './format-thread.js';

/** Converts files in threads of their own: none is on the main thread, and none outlives its conversion. */
export interface FileConverter {
  /** The value of a file, as JSON. @throws FormatError */
  parse(format: FormatName, bytes: Uint8Array, owner: string): Promise<string>;
  /** The file of a value. @param json the value @throws FormatError */
  build(format: WrittenFormat, json: string, owner: string): Promise<Uint8Array>;
}

/** Bytes of a file that is read, and of the JSON of its value, which a step can read. */
export const parsedAtMost = 25 * 1024 * 1024;
const jsonAtMost = 10 * 1024 * 1024;
const heapMb = 512;
const convertsWithinMs = 60_000;
/** Conversions of one owner at once; twice as many for all owners together. */
const sideBySide = 1;

/** @param execArgv options of Node for threads, if the code needs a loader */
export function createFileConverter(execArgv?: readonly string[]): FileConverter {
  const slots = new FairSlots(sideBySide);
  const script = new URL(`./format-thread${extname(import.meta.url)}`, import.meta.url);
  const ask = async (question: FormatQuestion, owner: string): Promise<FormatAnswer> => {
    const slot = slots.of(owner);
    await slot.take();
    const thread = openThread(script, { heapMb, execArgv });
    try {
      return (await thread.ask(question, convertsWithinMs)) as FormatAnswer;
    } catch {
      const message = 'Converting the file needs more than 60 seconds or 512 MiB of memory. Use smaller files.';
      throw new FormatError('FILE_LIMIT', message);
    } finally {
      slot.release();
      await thread.close();
    }
  };
  const converted = async (question: FormatQuestion, owner: string) => {
    const answer = await ask(question, owner);
    if ('problem' in answer) throw new FormatError(answer.code, answer.problem);
    return answer;
  };
  return {
    async parse(format, bytes, owner) {
      const answer = await converted({ format, bytes, jsonAtMost }, owner);
      return 'json' in answer ? answer.json : 'null';
    },
    async build(format, json, owner) {
      const answer = await converted({ format, json }, owner);
      return 'bytes' in answer ? answer.bytes : new Uint8Array();
    },
  };
}
