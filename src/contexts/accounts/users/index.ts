export { users } from '../entities/user.entity.js';
export { keyEnded, sessionEnded } from './ended-credential.js';
export { findLiveUser, type LiveUser } from './find-live-user.js';
export { IsName } from './is-name.js';
