import { validationFailed } from '../../../../platform/errors/errors.js';

/** Guessed with fewer than about a million attempts: 0 or 1 of 4. */
const weakestAccepted = 2;

/** The time of an estimate grows with the length; more characters only make a password better. */
const charactersRead = 40;

/**
 * Refuses passwords that are guessed first: those of leaks (an offline list), keyboard patterns, repetitions, dates, and
 * the user's own email and name.
 * @param own texts that others know of the user
 * @throws AppError VALIDATION_FAILED
 */
export async function requireStrongPassword(
  field: string,
  password: string,
  own: readonly (string | null | undefined)[],
): Promise<void> {
  // Not loaded by processes where no password is chosen.
  const { estimator } = await import('./password-estimator.js');
  const words = own.flatMap((text) => (text ? [text, ...text.split(/[^\p{L}\p{N}]+/u)] : [])).filter(Boolean);
  const { score } = estimator.check([...password].slice(0, charactersRead).join(''), words);
  if (score >= weakestAccepted) return;
  throw validationFailed([
    {
      field,
      rule: 'PASSWORD_WEAK',
      message: `${field} must not be easy to guess: not a common or leaked password, a pattern, a repetition, or your own email or name.`,
    },
  ]);
}
