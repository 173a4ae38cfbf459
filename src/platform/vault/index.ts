export type { EncryptedColumn } from './encrypted-column.js';
export type { InstanceColumn, InstanceContext } from './instance-column.js';
export { requireInstanceKeys } from './require-instance-keys.js';
export { rotateDataKeys } from './rotate-data-keys.js';
export { rotateInstanceKey } from './rotate-instance-key.js';
export type { Progress } from './rotation.js';
export { createVault, type EncryptionContext, type Vault } from './vault.js';
