export { isStorageUrl, openStorage, type StorageSettings, type StoredObject } from './object-storage.js';
export { type ByteRange, readObject } from './read-object.js';
export { StorageError } from './storage-error.js';
export { type ObjectUpload, uploadObject } from './upload-object.js';
