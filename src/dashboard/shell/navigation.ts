import type { IconName } from '../ui/icon';
import type { shell } from './texts';

type ShellText = {
  [Name in keyof ReturnType<typeof shell>]: ReturnType<typeof shell>[Name] extends string ? Name : never;
}[keyof ReturnType<typeof shell>];

export interface Destination {
  /** The path below the workspace. */
  path: string;
  text: ShellText;
  icon: IconName;
  /** Without this capability, or any of these, the destination is not offered. */
  requires?: string | readonly string[];
}

/** Whether a destination shows something to who has these capabilities. */
export function isOffered({ requires }: Destination, can: (capability: string) => boolean): boolean {
  return !requires || [requires].flat().some(can);
}

/** What the navigation offers, by groups. A new screen is one line here, and one in the router. */
export const navigation: readonly { text: ShellText | null; destinations: readonly Destination[] }[] = [
  { text: null, destinations: [{ path: '', text: 'home', icon: 'home' }] },
  {
    text: 'automation',
    destinations: [
      { path: 'flows', text: 'flows', icon: 'flow', requires: 'flows:read' },
      { path: 'executions', text: 'executions', icon: 'history', requires: 'flows:read' },
      { path: 'templates', text: 'templates', icon: 'template', requires: 'flows:read' },
      { path: 'approvals', text: 'approvals', icon: 'check', requires: 'flows:read' },
      { path: 'vault', text: 'vault', icon: 'lock', requires: 'flows:read' },
      { path: 'files', text: 'files', icon: 'file', requires: 'files:read' },
      { path: 'connections', text: 'connections', icon: 'link' },
    ],
  },
  {
    text: 'customers',
    destinations: [
      { path: 'inbox', text: 'inbox', icon: 'inbox', requires: 'conversations:read' },
      { path: 'contacts', text: 'contacts', icon: 'people', requires: 'contacts:read' },
      { path: 'pipeline', text: 'pipeline', icon: 'pipeline', requires: 'pipelines:read' },
      { path: 'calendar', text: 'calendar', icon: 'calendar', requires: 'calendarEvents:read' },
      { path: 'campaigns', text: 'campaigns', icon: 'megaphone', requires: 'campaigns:read' },
      {
        path: 'message-templates',
        text: 'messageTemplates',
        icon: 'mail',
        requires: ['emailTemplates:read', 'whatsappTemplates:read'],
      },
      { path: 'sequences', text: 'sequences', icon: 'wait', requires: 'followups:read' },
    ],
  },
  {
    text: 'workspace',
    destinations: [
      { path: 'analytics', text: 'analytics', icon: 'chart', requires: 'analytics:read' },
      { path: 'usage', text: 'usage', icon: 'wallet', requires: 'usage:read' },
      { path: 'webhooks', text: 'webhooks', icon: 'webhook', requires: 'webhooks:read' },
      { path: 'members', text: 'members', icon: 'people' },
      { path: 'keys', text: 'apiKeys', icon: 'key' },
      { path: 'audit', text: 'audit', icon: 'shield', requires: 'audit:read' },
      { path: 'api', text: 'api', icon: 'code' },
      { path: 'settings', text: 'settings', icon: 'settings' },
    ],
  },
];
