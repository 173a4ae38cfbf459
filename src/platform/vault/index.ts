export { requireInstanceKeys } from './require-instance-keys.js';
export { rotateDataKeys } from './rotate-data-keys.js';
export { rotateInstanceKey } from './rotate-instance-key.js';
export type { Progress } from './rotation.js';
export type { SealedColumn } from './sealed-column.js';
export { createVault, type SealContext, type Vault } from './vault.js';
