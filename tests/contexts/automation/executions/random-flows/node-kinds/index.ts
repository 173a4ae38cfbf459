import type { NodeKind } from '../flow-model.js';
import { call, loop } from './containing-kinds.js';
import { code, http } from './effect-kinds.js';
import { plainKinds } from './plain-kinds.js';
import { recordKinds } from './record-kinds.js';
import { approval, event } from './wait-kinds.js';

export { trigger } from './plain-kinds.js';

/** Every kind of node that random flows have, the simplest first. Add a new kind here. */
export const nodeKinds: readonly NodeKind[] = [...plainKinds, http, loop, call, event, approval, code, ...recordKinds];

/** Those that need neither a database nor servers. */
export const kindsInMemory = nodeKinds.filter(({ needsServer }) => !needsServer);
