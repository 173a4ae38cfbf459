import { sealedRunColumns } from '../features/executions/index.js';
import { sealedWebhookTokens } from '../features/flows/index.js';
import { sealedSecrets } from '../features/secrets/index.js';
import type { SealedColumn } from '../platform/vault/index.js';

/** Every column that holds sealed texts. One that is missing here keeps its former keys at a rotation. */
export const sealedColumns: readonly SealedColumn[] = [sealedWebhookTokens, sealedSecrets, ...sealedRunColumns];
