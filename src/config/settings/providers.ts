import { defaultAddresses, type ProviderVariable } from '../../platform/providers/provider-settings.js';
import { type Setting, setting } from '../setting.js';
import { httpUrl, sender, textSetting, urlOf } from '../setting-types.js';

/** The settings that `readProviderSettings` reads. A workspace stores its own under the same names as secrets. */
export const providers = {
  SMTP_URL: setting({
    type: urlOf(['smtp:', 'smtps:'], 'smtp://user:password@host:587 or smtps://user:password@host:465'),
    secret: true,
    description:
      'The URL of the mail server. When it is set, invitations, and links to reset passwords and verify emails, are sent by email.',
  }),
  SMTP_FROM: setting({
    type: sender,
    unset: '`no-reply@` and the host of `PUBLIC_URL`',
    needs: ['SMTP_URL'],
    description: 'The sender of all emails that are sent through `SMTP_URL`.',
  }),
  TWILIO_ACCOUNT_SID: setting({
    type: textSetting('the SID of a Twilio account'),
    needs: ['TWILIO_AUTH_TOKEN'],
    description: 'The Twilio account for SMS and calls.',
  }),
  TWILIO_AUTH_TOKEN: setting({
    type: textSetting("the account's token"),
    needs: ['TWILIO_ACCOUNT_SID'],
    secret: true,
    description: 'The token that authenticates with Twilio and verifies the signatures of its callbacks.',
  }),
  TWILIO_FROM_NUMBER: setting({
    type: textSetting('a phone number, or a messaging service (`MG…`)'),
    description: 'The sender of SMS and calls. A messaging service can only send SMS.',
  }),
  TWILIO_BASE_URL: setting({
    type: httpUrl(),
    default: defaultAddresses.twilio,
    description: 'The URL of the Twilio API.',
  }),
  TWILIO_STREAM_URL: setting({
    type: urlOf(['wss:', 'ws:'], 'a wss:// URL'),
    description: 'The URL of a telephony bridge that receives the audio of calls, see [voice](voice.md).',
  }),
  WHATSAPP_ACCESS_TOKEN: setting({
    type: textSetting('an access token'),
    needs: ['WHATSAPP_PHONE_NUMBER_ID'],
    secret: true,
    description: 'The token that authenticates with the WhatsApp Cloud API.',
  }),
  WHATSAPP_PHONE_NUMBER_ID: setting({
    type: textSetting('the ID of a phone number'),
    needs: ['WHATSAPP_ACCESS_TOKEN'],
    description: 'The phone number that sends WhatsApp messages.',
  }),
  WHATSAPP_BASE_URL: setting({
    type: httpUrl(),
    default: defaultAddresses.whatsapp,
    description: 'The URL of the WhatsApp Cloud API, with its version.',
  }),
  WHATSAPP_APP_SECRET: setting({
    type: textSetting("the app's secret"),
    secret: true,
    description: 'The secret that verifies the signatures of WhatsApp callbacks, see [messages](messages.md).',
  }),
  WHATSAPP_VERIFY_TOKEN: setting({
    type: textSetting('any text'),
    secret: true,
    description: 'The text that WhatsApp sends to verify the callback URL, see [messages](messages.md).',
  }),
  LLM_API_KEY: setting({
    type: textSetting('an API key'),
    needs: ['LLM_MODEL'],
    secret: true,
    description: 'The API key of a language model with the chat completions API of OpenAI.',
  }),
  LLM_MODEL: setting({
    type: textSetting('the name of a model'),
    description: 'The model of nodes and assistants that do not name one.',
  }),
  LLM_BASE_URL: setting({
    type: httpUrl(),
    unset: `\`${defaultAddresses.llm}\``,
    needs: ['LLM_MODEL'],
    description: 'The URL of the API of the model. A model that you host needs no key.',
  }),
} satisfies Record<ProviderVariable, Setting>;
