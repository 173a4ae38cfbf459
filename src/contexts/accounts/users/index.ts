export { keyEnded, sessionEnded } from './ended-credential.js';
export { findLiveUser, type LiveUser } from './find-live-user.js';
export { IsName } from './is-name.js';
export { users } from './user.entity.js';
