import { type StartedServer, startServer } from './app/server.js';
import { readyMessage } from './cli/ready-message.js';
import { ConfigError, loadConfig } from './config.js';
import { createLog } from './platform/log.js';

/** Reads the configuration, starts what it asks for, and stops it cleanly on the first signal, however early it comes. */
async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const log = createLog({ level: config.logLevel, pretty: process.stdout.isTTY });
  const began = performance.now();
  const starting = startServer(config, log, (message) => process.stdout.write(`${message}\n`));
  stopOnSignal(starting);
  const server = await starting;
  process.stdout.write(readyMessage(server, (performance.now() - began) / 1_000));
}

function stopOnSignal(starting: Promise<StartedServer>): void {
  let stopping = false;
  const stop = async () => {
    // A second signal means: now.
    if (stopping) process.exit(1);
    stopping = true;
    process.stdout.write('Stopping …\n');
    await starting.then(
      (server) => server.stop(),
      () => undefined,
    );
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());
}

main().catch((error: Error) => {
  process.stderr.write(
    `${error instanceof ConfigError ? error.message : `The server could not start: ${error.message}`}\n`,
  );
  process.exit(1);
});
