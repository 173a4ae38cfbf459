export type { EncryptedColumn } from './encrypted-column.js';
export { findUnreadableTexts, type UnreadableTexts } from './find-unreadable-texts.js';
export type { InstanceColumn, InstanceContext } from './instance-column.js';
export { instanceKeysInUse } from './instance-keys-in-use.js';
export { requireInstanceKeys } from './require-instance-keys.js';
export { rotateDataKeys } from './rotate-data-keys.js';
export { rotateInstanceKey } from './rotate-instance-key.js';
export type { Progress } from './rotation.js';
export { createVault, type EncryptionContext, type Vault } from './vault.js';
