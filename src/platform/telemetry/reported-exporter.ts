import type { Log } from '../log.js';

/** The end of an export, as exporters of OpenTelemetry report it: code 0 is a success. */
interface Result {
  code: number;
  error?: Error;
}

interface Exporter<Item> {
  export(items: Item, done: (result: Result) => void): void;
}

/** An exporter whose first failure is logged, and its first success after that; what failed between is dropped in silence. */
export function reportedExporter<Item, E extends Exporter<Item>>(exporter: E, what: string, log: Log): E {
  const send = exporter.export.bind(exporter);
  let fails = false;
  exporter.export = (items, done) =>
    send(items, (result) => {
      const failed = result.code !== 0;
      if (failed && !fails) {
        const reason = result.error?.message ?? 'unknown';
        log.warn({ reason }, `${what} could not be exported by OTLP, and are dropped until that succeeds`);
      }
      if (!failed && fails) log.info(`${what} are exported by OTLP again`);
      fails = failed;
      // The SDK would log each failure.
      done({ code: 0 });
    });
  return exporter;
}
