import type { ProviderSettings } from '../../../platform/providers/provider-settings.js';

/**
 * The settings of one provider: a workspace's own, or the server's where no workspace is named. Undefined where there
 * are none, or only half of them.
 */
export type ProviderSettingsOf = <K extends keyof ProviderSettings>(
  kind: K,
  workspaceId: string | null,
) => Promise<ProviderSettings[K]>;

declare module '../../../platform/services.js' {
  interface Services {
    /** What the callbacks of providers are checked against. */
    providerSettings: ProviderSettingsOf;
  }
}
