import { backups } from './backup/backup.entity.js';
import { idempotentRequests } from './idempotency/idempotent-request.entity.js';
import { outgoingMails } from './mail/outgoing-mail.entity.js';
import { rateLimits } from './rate-limit/rate-limit.entity.js';
import { searchDocuments } from './search/search-document.entity.js';
import { keyRotations, workspaceKeys } from './vault/workspace-key.entity.js';
import { recurringTasks } from './work/recurring-task.entity.js';
import { workerLeases } from './work/worker.entity.js';

/** Entities of the platform's own tables. */
export const platformEntities = [
  workspaceKeys,
  keyRotations,
  rateLimits,
  searchDocuments,
  workerLeases,
  recurringTasks,
  idempotentRequests,
  outgoingMails,
  backups,
];
