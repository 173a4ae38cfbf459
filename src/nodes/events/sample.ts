import type { EventDefinition, PublicEvent } from '../../platform/events/index.js';
import { exampleId } from '../../platform/example-id.js';

/** One event of a type, as webhooks and flows get it. */
export function sampleOf({ type, sample }: Pick<EventDefinition, 'type' | 'sample'>): PublicEvent {
  const { data, ...beside } = sample;
  return {
    id: exampleId('eventId'),
    type,
    timestamp: '2026-01-05T09:00:00.000Z',
    workspaceId: exampleId('workspaceId'),
    data,
    ...beside,
  };
}
