/**
 * Aborted by the first SIGINT or SIGTERM; a second one ends the process at once. It must be called before the server is
 * loaded: the first process of a container ignores signals that it does not handle.
 */
export function firstSignal(): AbortSignal {
  const controller = new AbortController();
  const onSignal = () => {
    if (controller.signal.aborted) process.exit(1);
    process.stdout.write('Stopping …\n');
    controller.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);
  return controller.signal;
}
