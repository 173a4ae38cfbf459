import type { TriggerType } from '../../generated/graphql';
import { type Address, type AddressChange, among, passing, sortedBy, text, useAddress } from '../../workspace/address';

export const triggers = [
  ...(['manual', 'webhook', 'schedule', 'crm_event', 'ai_tool'] as const),
  ...(['voice_call', 'execution_failed'] as const),
] as const satisfies readonly `${TriggerType}`[];

const names = {
  q: passing,
  tag: text,
  /** The ID of a folder, or `none`. */
  folder: text,
  status: among(['active', 'paused']),
  trigger: among(triggers),
  sort: sortedBy(['createdAt', 'name', 'updatedAt']),
};

/** What the address says of the list, and what changes some of it. */
export const usePlace = (): [Address<typeof names>, (change: AddressChange<typeof names>) => void] => useAddress(names);
