import type { NodePorts } from '../../../../../nodes/index.js';
import type { Database } from '../../../../../platform/database/database.js';
import { declareService, defineService } from '../../../../../platform/define-service.js';
import { countryOfWorkspace } from '../../../../../platform/phone-number.js';
import { FairSlots } from '../../../../../platform/slots/fair-slots.js';
import type { FileStore } from '../../../files/index.js';
import { readState } from '../../../flow-state/index.js';
import type { DriveDeps } from '../../run/drive-deps.js';
import { readBlobs } from '../../store/values/blobs.js';
import { replayedTypes } from './recorded-answers.js';
import { ReplayStore } from './replay-store.js';

type Given = Omit<DriveDeps, 'store' | 'countryOf' | 'callFlow' | 'endAttempts' | 'onLeft' | 'simulate'> & {
  db: Database;
  files: FileStore;
};

/** What executions are driven with in this process, also in one that claims none. */
export const drivingHere = declareService<Given>('driving here');

/** Replays at a time: one of a workspace, and twice as many of all. */
export const replaySlots = defineService('replay slots', () => new FairSlots(1));

/** What replays are driven with: without HTTP, without ports other than that of code, and without a database to write to. */
export function replayDeps({ db, files, ...given }: Given): DriveDeps {
  const refuse = () => Promise.reject(new Error('A replay must not leave the process.'));
  return {
    ...given,
    store: new ReplayStore().asExecutionStore({
      blobs: (workspaceId, ids) => readBlobs({ sql: db.pool, files }, workspaceId, ids),
      state: (run, keys) => readState(db.pool, run, keys),
    }),
    nodes: replayedTypes(given.nodes),
    outbound: { fetch: refuse },
    ports: (user) => ({ code: given.ports(user).code }) as NodePorts,
    countryOf: (workspaceId) => countryOfWorkspace(db.pool, workspaceId),
    callFlow: refuse,
    endAttempts: refuse,
    approvalLink: () => '',
    reached: undefined,
  };
}
