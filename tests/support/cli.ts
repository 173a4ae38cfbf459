import { Readable, Writable } from 'node:stream';
import { runProgram } from '../../src/cli/program.js';
import type { Environment } from '../../src/config/index.js';

export interface CliResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a call of the program in this process. @param env all that it reads of the environment */
export async function runCli(words: readonly string[], env: Environment, stdin = ''): Promise<CliResult> {
  const [stdout, stderr] = [new Recorder(), new Recorder()];
  const code = await runProgram(words, { env, stdin: Readable.from([stdin]), stdout, stderr });
  return { code, stdout: stdout.text, stderr: stderr.text };
}

class Recorder extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}
