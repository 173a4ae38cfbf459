/**
 * Milliseconds within which the same signal counts once: npm repeats what Ctrl-C sends to all processes of a terminal, to the process that it
 * started.
 */
const repeatedMs = 500;

/**
 * Aborted by the first SIGINT or SIGTERM, with its name as the reason; a second one ends the process at once. It must be called before the server is
 * loaded: the first process of a container ignores signals that it does not handle.
 */
export function firstSignal(): AbortSignal {
  const controller = new AbortController();
  let firstAt = 0;
  const onSignal = (signal: NodeJS.Signals) => {
    const isRepeated = signal === controller.signal.reason && performance.now() - firstAt < repeatedMs;
    if (isRepeated) return;
    if (controller.signal.aborted) process.exit(1);
    firstAt = performance.now();
    process.stdout.write('Stopping …\n');
    controller.abort(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);
  return controller.signal;
}
