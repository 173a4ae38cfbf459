/**
 * Aborted by the first SIGINT or SIGTERM, with its name as the reason; a second one ends the process at once. It must be called before the server is
 * loaded: the first process of a container ignores signals that it does not handle.
 */
export function firstSignal(): AbortSignal {
  const controller = new AbortController();
  const onSignal = (signal: NodeJS.Signals) => {
    if (controller.signal.aborted) process.exit(1);
    process.stdout.write('Stopping …\n');
    controller.abort(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);
  return controller.signal;
}
