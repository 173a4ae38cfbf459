import type { TextsOf } from '../../i18n/texts';
import type { texts } from './texts';

type Texts = ReturnType<typeof texts>;
type Name = keyof TextsOf<Texts>;

/** The sentence for the problem that the address of the page names; null if it names none. */
export function sentenceOf(t: Texts, problem: string | undefined): string | null {
  if (!problem) return null;
  const name: Name | undefined = sentences[problem];
  return String(t[name ?? 'problemOther']);
}

const sentences: Readonly<Record<string, Name>> = {
  PROVIDER_UNAVAILABLE: 'problemUnavailable',
  PROVIDER_DENIED: 'problemDenied',
  LOGIN_ENDED: 'problemEnded',
  EMAIL_UNVERIFIED: 'problemUnverified',
  NO_ACCOUNT: 'problemNoAccount',
  NO_ROLE: 'problemNoRole',
  ACCOUNT_DISABLED: 'problemDisabled',
  LINK_FIRST: 'problemLinkFirst',
  IDENTITY_TAKEN: 'problemTaken',
  RATE_LIMITED: 'problemRate',
};
