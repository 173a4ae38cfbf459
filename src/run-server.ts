import { startServer } from './app/server.js';
import { readyMessage } from './cli/ready-message.js';
import { ConfigError, loadConfig } from './config/index.js';
import { createLog } from './platform/log.js';

/** Reads the configuration, starts the server, and stops it cleanly when `stopping` is aborted, also during the start. */
export async function runServer(stopping: AbortSignal): Promise<void> {
  const config = loadConfig(process.env);
  const log = createLog({ level: config.logLevel, pretty: process.stdout.isTTY });
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

/** The line with which a start that failed ends. */
export function startFailure(error: Error): string {
  return error instanceof ConfigError ? error.message : `The server could not start: ${error.message}`;
}
