import { defaultAddresses, type ProviderVariable } from '../../platform/providers/provider-settings.js';
import { type Setting, setting } from '../setting.js';
import { httpUrl, sender, textSetting, urlOf } from '../setting-types.js';

/** What `readProviderSettings` reads of the environment; a workspace gives the same names as secrets. */
export const providers = {
  SMTP_URL: setting({
    type: urlOf(['smtp:', 'smtps:'], 'smtp://user:password@host:587 or smtps://user:password@host:465'),
    secret: true,
    description: 'The mail server. Invitations are mailed when it is set.',
  }),
  SMTP_FROM: setting({
    type: sender,
    unset: '`no-reply@` the host of `PUBLIC_URL`',
    needs: ['SMTP_URL'],
    description: 'The sender of all emails that leave by `SMTP_URL`.',
  }),
  TWILIO_ACCOUNT_SID: setting({
    type: textSetting('the SID of an account'),
    needs: ['TWILIO_AUTH_TOKEN'],
    description: 'The Twilio account of text messages and calls.',
  }),
  TWILIO_AUTH_TOKEN: setting({
    type: textSetting("the account's token"),
    needs: ['TWILIO_ACCOUNT_SID'],
    secret: true,
    description: 'Signs in to Twilio, and checks the signatures of its callbacks.',
  }),
  TWILIO_FROM_NUMBER: setting({
    type: textSetting('a phone number, or a messaging service (`MG…`)'),
    description: 'The sender. A messaging service sends text messages only.',
  }),
  TWILIO_BASE_URL: setting({
    type: httpUrl(),
    default: defaultAddresses.twilio,
    description: "The address of Twilio's API.",
  }),
  TWILIO_STREAM_URL: setting({
    type: urlOf(['wss:', 'ws:'], 'a wss:// URL'),
    description: 'A telephony bridge that receives the sound of calls, see [voice](voice.md).',
  }),
  WHATSAPP_ACCESS_TOKEN: setting({
    type: textSetting('an access token'),
    needs: ['WHATSAPP_PHONE_NUMBER_ID'],
    secret: true,
    description: "Signs in to WhatsApp's Cloud API.",
  }),
  WHATSAPP_PHONE_NUMBER_ID: setting({
    type: textSetting('the ID of a phone number'),
    needs: ['WHATSAPP_ACCESS_TOKEN'],
    description: 'The sender of WhatsApp messages.',
  }),
  WHATSAPP_BASE_URL: setting({
    type: httpUrl(),
    default: defaultAddresses.whatsapp,
    description: "The address of WhatsApp's Cloud API, with its version.",
  }),
  WHATSAPP_APP_SECRET: setting({
    type: textSetting("the app's secret"),
    secret: true,
    description: "Checks the signatures of WhatsApp's callbacks, see [messages](messages.md).",
  }),
  WHATSAPP_VERIFY_TOKEN: setting({
    type: textSetting('any text'),
    secret: true,
    description: 'What WhatsApp sends when it verifies the callback address, see [messages](messages.md).',
  }),
  LLM_API_KEY: setting({
    type: textSetting('an API key'),
    needs: ['LLM_MODEL'],
    secret: true,
    description: "Signs in to a language model that offers OpenAI's chat completions.",
  }),
  LLM_MODEL: setting({
    type: textSetting('the name of a model'),
    description: 'The model to ask where a node or an assistant names none.',
  }),
  LLM_BASE_URL: setting({
    type: httpUrl(),
    unset: `\`${defaultAddresses.llm}\``,
    needs: ['LLM_MODEL'],
    description: "The address of the model's API. A model of your own needs no key.",
  }),
} satisfies Record<ProviderVariable, Setting>;
