import type { FreePorts } from '../ports.js';
import { openingOf, type TimeWindow } from '../wait/window.js';

/** The field `sendWindow` of a node, resolved. */
export interface SendWindow extends TimeWindow {
  timezone?: string | undefined;
}

/**
 * When a message may be sent; null for now.
 * @param contact finds the contact that it is sent to
 */
export async function opensAt(
  window: SendWindow | undefined,
  contact: Readonly<Record<string, unknown>>,
  { now, ports }: { now: Date; ports: Pick<FreePorts, 'crm'> },
): Promise<Date | null> {
  if (!window) return null;
  const opening = openingOf(window, await ports.crm.zoneOf(window.timezone ?? 'workspace', contact), now);
  return opening > now ? opening : null;
}
