import type { SiteReader } from './site/site-reader.js';

/** Language models, for questions outside runs. */
export interface Models {
  /** Asks the workspace's own model, else the server's; null where there is neither. @throws ProviderError */
  ask(
    workspaceId: string,
    question: { system: string; prompt: string },
    signal: AbortSignal,
  ): Promise<{ text: string; model: string } | null>;
  close(): Promise<void>;
}

declare module '../../../platform/services.js' {
  interface Services {
    /** Reads sites through the outbound guard. */
    sites: SiteReader;
    models: Models;
  }
}
