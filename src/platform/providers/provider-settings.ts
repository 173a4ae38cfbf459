/** A mail server. */
export interface SmtpSettings {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  url: string;
  from?: string | undefined;
}

export interface TwilioSettings {
  baseUrl: string;
  accountSid: string;
  authToken: string;
  fromNumber?: string | undefined;
  /** Where a telephony bridge receives the audio of calls: `wss://…`. */
  streamUrl?: string | undefined;
}

export interface WhatsappSettings {
  /** Includes the version of the API, without a trailing slash. */
  baseUrl: string;
  accessToken: string;
  phoneNumberId: string;
  /** Signs the app's callbacks. */
  appSecret?: string | undefined;
  /** Verifies the callback URL at its registration. */
  verifyToken?: string | undefined;
}

/** Any endpoint with OpenAI's chat completions API. */
export interface LlmSettings {
  baseUrl: string;
  apiKey?: string | undefined;
  model: string;
}

/** The providers with credentials. */
export interface ProviderSettings {
  smtp?: SmtpSettings | undefined;
  twilio?: TwilioSettings | undefined;
  whatsapp?: WhatsappSettings | undefined;
  llm?: LlmSettings | undefined;
}

/** What the server itself is configured with. */
export interface PlatformSettings extends ProviderSettings {
  /** The telephony bridge of calls whose account names none of its own. */
  streamUrl?: string | undefined;
}

/** The names of provider settings, in the environment and in a workspace's vault. */
export const providerVariables = [
  'SMTP_URL',
  'SMTP_FROM',
  'TWILIO_BASE_URL',
  'TWILIO_ACCOUNT_SID',
  'TWILIO_AUTH_TOKEN',
  'TWILIO_FROM_NUMBER',
  'TWILIO_STREAM_URL',
  'WHATSAPP_BASE_URL',
  'WHATSAPP_ACCESS_TOKEN',
  'WHATSAPP_PHONE_NUMBER_ID',
  'WHATSAPP_APP_SECRET',
  'WHATSAPP_VERIFY_TOKEN',
  'LLM_BASE_URL',
  'LLM_API_KEY',
  'LLM_MODEL',
] as const;
export type ProviderVariable = (typeof providerVariables)[number];

/** The default addresses of providers. */
export const defaultAddresses = {
  twilio: 'https://api.twilio.com',
  whatsapp: 'https://graph.facebook.com/v23.0',
  llm: 'https://api.openai.com/v1',
};

/** The providers for which these values are sufficient. */
export function readProviderSettings(texts: Partial<Record<ProviderVariable, string | undefined>>): PlatformSettings {
  const found: PlatformSettings = {};
  if (texts.TWILIO_STREAM_URL) found.streamUrl = texts.TWILIO_STREAM_URL;
  if (texts.SMTP_URL) found.smtp = { url: texts.SMTP_URL, from: texts.SMTP_FROM };
  if (texts.TWILIO_ACCOUNT_SID && texts.TWILIO_AUTH_TOKEN) {
    found.twilio = {
      baseUrl: texts.TWILIO_BASE_URL ?? defaultAddresses.twilio,
      accountSid: texts.TWILIO_ACCOUNT_SID,
      authToken: texts.TWILIO_AUTH_TOKEN,
      fromNumber: texts.TWILIO_FROM_NUMBER,
      streamUrl: texts.TWILIO_STREAM_URL,
    };
  }
  if (texts.WHATSAPP_ACCESS_TOKEN && texts.WHATSAPP_PHONE_NUMBER_ID) {
    found.whatsapp = {
      baseUrl: texts.WHATSAPP_BASE_URL ?? defaultAddresses.whatsapp,
      accessToken: texts.WHATSAPP_ACCESS_TOKEN,
      phoneNumberId: texts.WHATSAPP_PHONE_NUMBER_ID,
      appSecret: texts.WHATSAPP_APP_SECRET,
      verifyToken: texts.WHATSAPP_VERIFY_TOKEN,
    };
  }
  if (texts.LLM_MODEL && (texts.LLM_BASE_URL || texts.LLM_API_KEY)) {
    found.llm = {
      baseUrl: texts.LLM_BASE_URL ?? defaultAddresses.llm,
      apiKey: texts.LLM_API_KEY,
      model: texts.LLM_MODEL,
    };
  }
  return found;
}
