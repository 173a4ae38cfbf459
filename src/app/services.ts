import { createAuditWriter } from '../features/audit/index.js';
import { createExecutionFeed, createFlowVersionReader, createRunStore } from '../features/executions/index.js';
import type { Database } from '../platform/database/database.js';
import type { Listener } from '../platform/database/listener.js';
import type { VaultKey } from '../platform/instance-keys.js';
import type { Log } from '../platform/log.js';
import { createSealer } from '../platform/secret-box.js';
import type { Services, Settings } from '../platform/services.js';

export interface ServiceOptions {
  db: Database;
  listener: Listener;
  log: Log;
  settings: Settings;
  vaultKeys: VaultKey[];
  now?: () => Date;
}

/** Everything that use cases are handed. */
export function createServices({
  db,
  listener,
  log,
  settings,
  vaultKeys,
  now = () => new Date(),
}: ServiceOptions): Services {
  return {
    db,
    log,
    now,
    settings,
    sealer: createSealer(vaultKeys),
    audit: createAuditWriter(db.pool),
    runs: createRunStore(db.pool, null),
    versions: createFlowVersionReader(db.pool),
    feed: createExecutionFeed(db.pool, listener, log),
  };
}
