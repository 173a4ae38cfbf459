import { validationFailed } from '../../../../platform/errors/errors.js';

/** What a guesser of a leaked hash must not reach: 20 million hashes an hour are within anybody's means. */
const guessesAtLeast = 1e8;

/** The time of an estimate grows with the length; more characters only make a password better. */
const charactersRead = 40;

/** What everyone knows of the product. The lists have its words in parts only, which counts as several words. */
const productName = 'workspace-automation';

/**
 * Refuses passwords that are guessed first: those of leaks (an offline list), keyboard patterns, repetitions, dates, and
 * the user's own email and name, the addresses of the server and of the email, and the name of this product.
 * @param own texts that others know of the user and the server
 * @throws AppError VALIDATION_FAILED
 */
export async function requireStrongPassword(
  field: string,
  password: string,
  own: readonly (string | null | undefined)[],
): Promise<void> {
  // Not loaded by processes where no password is chosen.
  const { estimator } = await import('./password-estimator.js');
  const known = [productName, ...own].flatMap(wordsOf);
  const { guesses } = estimator.check([...password].slice(0, charactersRead).join(''), known);
  if (guesses >= guessesAtLeast) return;
  throw validationFailed([
    {
      field,
      rule: 'PASSWORD_WEAK',
      message: `${field} must not be easy to guess: not a common or leaked password, a pattern, a repetition, two short words, or words of your email, your name, this server's address or this product.`,
    },
  ]);
}

/** A text, its parts between blanks, `@` and slashes, as a host, and its words. */
function wordsOf(text: string | null | undefined): string[] {
  if (!text) return [];
  return [text, ...text.split(/[\s@/:]+/u), ...text.split(/[^\p{L}\p{N}]+/u)].filter(Boolean);
}
