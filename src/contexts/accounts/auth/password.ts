import { hash, verify } from '@node-rs/argon2';

// argon2id, the library's default, with OWASP's parameters: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// The hash of random bytes that were discarded, with the same cost, so that verifying it takes as long as any other.
const decoy = '$argon2id$v=19$m=19456,t=2,p=1$vXdlM6V3ifZxTgkonpY35A$HujfX7njvtVlKPHazgjudFpyMxsngXMrK9VnOOWqG3o';

/** The stored hash of a user who has no password: they log in by a provider. No password matches it. */
export const noPassword = '';

/** Returns an argon2id hash in PHC format. */
export function hashPassword(password: string): Promise<string> {
  return hash(normalized(password), cost);
}

/** Whether a password matches a hash. Without a hash, for an unknown email or no password, false after the same time. */
export async function passwordMatches(stored: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(stored || decoy, normalized(password));
  return matches && Boolean(stored);
}

/** Some keyboards send é as one character, others as two. */
function normalized(password: string): string {
  return password.normalize('NFKC');
}
