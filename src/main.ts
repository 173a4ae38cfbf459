import { startServer } from './app/server.js';
import { readyMessage } from './cli/ready-message.js';
import { ConfigError, loadConfig } from './config/index.js';
import { createLog } from './platform/log.js';

/** Reads the configuration, starts the server, and stops it cleanly on the first signal, also during the start. */
async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const log = createLog({ level: config.logLevel, pretty: process.stdout.isTTY });
  const stopping = firstSignal();
  const began = performance.now();
  const server = await startServer(config, log, (message) => process.stdout.write(`${message}\n`), stopping).catch(
    (error: unknown) => {
      // Ctrl-C in a terminal also ends child processes, which makes the start fail.
      if (stopping.aborted) process.exit(0);
      throw error;
    },
  );
  const stop = async () => {
    await server.stop();
    process.exit(0);
  };
  if (stopping.aborted) return stop();
  stopping.addEventListener('abort', () => void stop());
  process.stdout.write(readyMessage(server, (performance.now() - began) / 1_000));
}

/** Aborted by the first SIGINT or SIGTERM; a second one ends the process at once. */
function firstSignal(): AbortSignal {
  const controller = new AbortController();
  const onSignal = () => {
    if (controller.signal.aborted) process.exit(1);
    process.stdout.write('Stopping …\n');
    controller.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);
  return controller.signal;
}

// The reader of the output may close it before this process ends.
process.stdout.on('error', () => {});

main().catch((error: Error) => {
  process.stderr.write(
    `${error instanceof ConfigError ? error.message : `The server could not start: ${error.message}`}\n`,
  );
  process.exit(1);
});
