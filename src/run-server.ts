import module from 'node:module';
import { readyMessage } from './app/ready-message.js';
import { startServer } from './app/server.js';
import { ConfigError, loadConfig } from './config/index.js';
import { createLog } from './platform/log.js';

/** Milliseconds after the grace period within which the process ends, whatever hangs. */
const afterGraceMs = 4_500;

/** Reads the configuration, starts the server, and stops it cleanly when `stopping` is aborted, also during the start. */
export async function runServer(stopping: AbortSignal): Promise<void> {
  const config = loadConfig(process.env);
  const isTerminal = process.stdout.isTTY === true;
  const log = createLog({ level: config.logLevel, ...(!isTerminal && { role: config.role }), pretty: isTerminal });
  const server = await startServer(config, log, (message) => process.stdout.write(`${message}\n`), stopping).catch(
    (error: unknown) => {
      // Ctrl-C in a terminal also ends child processes, which makes the start fail.
      if (stopping.aborted) process.exit(0);
      throw error;
    },
  );
  const stop = async () => {
    // Ctrl-C is quick: no load balancer sends requests to a terminal.
    const delaySeconds = stopping.reason === 'SIGTERM' ? config.drainDelaySeconds : 0;
    const lastMs = (delaySeconds + config.shutdownGraceSeconds) * 1_000 + afterGraceMs;
    setTimeout(() => {
      log.error('a part of the server did not stop in time; ending the process');
      process.exit(1);
    }, lastMs).unref();
    await server.stop(delaySeconds * 1_000);
    process.exit(0);
  };
  if (stopping.aborted) return stop();
  stopping.addEventListener('abort', () => void stop());
  // Counted from the start of the process: loading the server is a part of it.
  process.stdout.write(readyMessage(server, performance.now() / 1_000, isTerminal));
  // What this start compiled is there for the next one, also if this process is killed.
  module.flushCompileCache();
}

/** The line with which a start that failed ends. */
export function startFailure(error: Error): string {
  return error instanceof ConfigError ? error.message : `The server could not start: ${error.message}`;
}
