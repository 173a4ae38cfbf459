/** A service that messages, calls and answers go through. */
export interface Provider {
  name: 'email' | 'twilio' | 'whatsapp' | 'model';
  /** The secrets that hold the workspace's own account, with the names of the settings of the server. */
  secrets: readonly { name: string; isRequired?: boolean; isPlain?: boolean; example?: string }[];
  /** Where its messages are listed. */
  channel?: 'email' | 'sms' | 'whatsapp';
  /** Where it reports replies to, below the address of the server. */
  inbound?: string;
}

/** The providers that the server knows. */
export const providers: readonly Provider[] = [
  {
    name: 'email',
    channel: 'email',
    secrets: [
      { name: 'SMTP_URL', isRequired: true, example: 'smtps://user:password@mail.example.com:465' },
      { name: 'SMTP_FROM', isPlain: true, example: 'Shop <shop@example.com>' },
    ],
  },
  {
    name: 'twilio',
    channel: 'sms',
    inbound: '/messages/twilio',
    secrets: [
      { name: 'TWILIO_ACCOUNT_SID', isRequired: true, isPlain: true, example: 'AC…' },
      { name: 'TWILIO_AUTH_TOKEN', isRequired: true },
      { name: 'TWILIO_FROM_NUMBER', isPlain: true, example: '+34600000000' },
    ],
  },
  {
    name: 'whatsapp',
    channel: 'whatsapp',
    inbound: '/messages/whatsapp',
    secrets: [
      { name: 'WHATSAPP_ACCESS_TOKEN', isRequired: true },
      { name: 'WHATSAPP_PHONE_NUMBER_ID', isRequired: true, isPlain: true },
      { name: 'WHATSAPP_APP_SECRET' },
      { name: 'WHATSAPP_VERIFY_TOKEN' },
    ],
  },
  {
    name: 'model',
    secrets: [
      { name: 'LLM_API_KEY', isRequired: true },
      { name: 'LLM_MODEL', isRequired: true, isPlain: true },
      { name: 'LLM_BASE_URL', isPlain: true, example: 'https://api.openai.com/v1' },
    ],
  },
];

/** Whose account is used: the workspace's own, one that lacks a secret, or that of the server, if it has one. */
export type Account = { kind: 'own' } | { kind: 'incomplete'; missing: string[] } | { kind: 'server' };

/** As the server decides: as soon as one required secret exists, its own account does not stand in for missing ones. */
export function accountOf({ secrets }: Provider, has: (name: string) => boolean): Account {
  const required = secrets.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const missing = required.filter((name) => !has(name));
  if (missing.length === 0) return { kind: 'own' };
  return missing.length === required.length ? { kind: 'server' } : { kind: 'incomplete', missing };
}
