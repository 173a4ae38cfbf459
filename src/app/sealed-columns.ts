import { sealedSecrets } from '../contexts/accounts/secrets/index.js';
import { sealedRunColumns } from '../contexts/automation/executions/index.js';
import { sealedWebhookTokens } from '../contexts/automation/flows/index.js';
import type { SealedColumn } from '../platform/vault/index.js';

/** Every column that holds sealed texts. One that is missing here keeps its former keys at a rotation. */
export const sealedColumns: readonly SealedColumn[] = [sealedWebhookTokens, sealedSecrets, ...sealedRunColumns];
