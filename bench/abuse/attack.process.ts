import { randomFrom } from '../chaos/random.js';
import { serveParent } from '../harness/child.js';
import { Attacker, type Target } from './attacker.js';
import { attacks } from './attacks/index.js';

export type AttackMethods = {
  /** Runs an attack to its end. @returns how often each status was answered */
  attack(name: string, target: Target): Promise<Record<string, number>>;
};

async function attack(name: string, target: Target): Promise<Record<string, number>> {
  const found = attacks.find((one) => one.name === name);
  if (!found) throw new Error(`Attack ${name} not found`);
  const attacker = new Attacker(target, randomFrom(target.seed));
  try {
    await found.run(attacker);
    return attacker.answers;
  } finally {
    attacker.close();
  }
}

serveParent({ attack } satisfies AttackMethods);
