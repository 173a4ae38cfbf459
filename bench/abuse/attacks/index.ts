import type { Attack } from '../attacker.js';
import { bodyAttacks } from './bodies.js';
import { connectionAttacks } from './connections.js';
import { documentAttacks } from './documents.js';
import { expressionAttacks } from './expressions.js';
import { flowAttacks } from './flows.js';

/** All attacks; the first one is none, for comparison. */
export const attacks: readonly Attack[] = [
  { name: 'none', what: 'nothing, for comparison', run: (attacker) => attacker.repeat(1, () => wait()) },
  ...documentAttacks,
  ...bodyAttacks,
  ...connectionAttacks,
  ...flowAttacks,
  ...expressionAttacks,
];

const wait = () => new Promise((resolve) => setTimeout(resolve, 50));
