import { hash, verify } from '@node-rs/argon2';

// argon2id, the library's default, with OWASP's parameters: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Of random bytes that nobody kept. Made with the same cost, so that verifying it takes as long as any other.
const decoy = '$argon2id$v=19$m=19456,t=2,p=1$vXdlM6V3ifZxTgkonpY35A$HujfX7njvtVlKPHazgjudFpyMxsngXMrK9VnOOWqG3o';

/** An argon2id hash in PHC form. */
export function hashPassword(password: string): Promise<string> {
  return hash(spelled(password), cost);
}

/** Whether a password fits. Without a hash, for an unknown email, it takes the same time and answers false. */
export async function passwordMatches(stored: string | undefined, password: string): Promise<boolean> {
  const fits = await verify(stored ?? decoy, spelled(password));
  return fits && stored !== undefined;
}

/** One keyboard writes é as one character, another as two. */
function spelled(password: string): string {
  return password.normalize('NFKC');
}
