import type { NodePorts, PortsOf } from '../nodes/index.js';
import { type CodeRun, createCodeRunner } from '../platform/code/index.js';
import { ProviderError } from '../platform/providers/provider-error.js';

export interface PortOptions {
  /** Whether `data.code` may run code. */
  codeNode: boolean;
}

export interface Ports {
  of: PortsOf;
  close(): Promise<void>;
}

/** What nodes may use of the outside, built from the configuration. */
export function createPorts({ codeNode }: PortOptions): Ports {
  const runner = createCodeRunner();
  const ports: NodePorts = {
    mail: { send: () => notConfigured('email', 'SMTP_URL') },
    sms: { send: () => notConfigured('SMS', 'TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN') },
    whatsapp: {
      sendText: () => notConfigured('WhatsApp', 'WHATSAPP_ACCESS_TOKEN and WHATSAPP_PHONE_NUMBER_ID'),
      sendTemplate: () => notConfigured('WhatsApp', 'WHATSAPP_ACCESS_TOKEN and WHATSAPP_PHONE_NUMBER_ID'),
    },
    model: { complete: () => notConfigured('a language model', 'LLM_MODEL with LLM_API_KEY or LLM_BASE_URL') },
    code: codeNode ? runner : { run: async () => codeDisabled },
  };
  return { of: () => ports, close: async () => runner.close() };
}

const codeDisabled: CodeRun = {
  kind: 'failed',
  code: 'CODE_DISABLED',
  message: 'Code is switched off on this server. Have its operator set CODE_NODE=true, or use data.transform.',
  logs: [],
};

function notConfigured(what: string, variables: string): Promise<never> {
  const message = `Nothing is set up to send ${what}. Set ${variables}.`;
  return Promise.reject(new ProviderError('PROVIDER_NOT_CONFIGURED', message, false));
}
