import type { Listener } from '../../../../platform/database/listener.js';
import type { ExecutionDriver } from '../run/drive-execution.js';

/** Notifies the drivers of cancellations and signals. */
export function listenForDrivers(listener: Listener, drivers: ReadonlyMap<string, ExecutionDriver>): () => void {
  const stops = [
    listener.on('execution_stopped', (executionId) => {
      if (executionId) drivers.get(executionId)?.abandon();
    }),
    listener.on('execution_signalled', (executionId) => {
      // Null: the connection was lost, so a signal to any execution may have been missed.
      if (executionId) drivers.get(executionId)?.signalled();
      else for (const driver of drivers.values()) driver.signalled();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
