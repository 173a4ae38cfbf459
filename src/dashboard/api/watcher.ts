import { type ConnectionState, readOptions } from '../../client/settings';
import { createWatcher, type Watcher } from '../../client/watch';
import { serverUrl } from './send';
import { freshToken } from './session';

/** The live events of the page, by the client of the API. */
export const createPageWatcher = (onConnection: (state: ConnectionState) => void): Watcher =>
  createWatcher(readOptions({ baseUrl: serverUrl, token: freshToken, onConnection }));
