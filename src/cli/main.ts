import { runProgram } from './program.js';

// The reader of the output may close it early, for example head.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

const { env, stdin, stdout, stderr } = process;
process.exitCode = await runProgram(process.argv.slice(2), { env, stdin, stdout, stderr });
