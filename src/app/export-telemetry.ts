import type { Config } from '../config/index.js';
import type { Log } from '../platform/log.js';
import { packageVersion } from './package-version.js';

/** Exports traces and metrics, if a collector is configured: only then OpenTelemetry is loaded. @returns ends that */
export async function exportTelemetry(
  { telemetry, role }: Pick<Config, 'telemetry' | 'role'>,
  log: Log,
): Promise<() => Promise<void>> {
  if (!telemetry) return async () => undefined;
  const { startTelemetry } = await import('../platform/telemetry/start-telemetry.js');
  return startTelemetry({ ...telemetry, role, version: packageVersion(), log }).stop;
}
