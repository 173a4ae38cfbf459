import { v7 as uuidv7 } from 'uuid';
import { definitionOf } from '../../src/nodes/index.js';
import type { AnyData, DefinedEvent, EventOf, Occurrence } from '../../src/platform/events/index.js';

/** An event of any type, as a use case publishes it; the data of a record can be a part of one. */
export function publicEvent(
  type: string,
  occurrence: Partial<Occurrence<AnyData>> & { workspaceId: string },
): DefinedEvent {
  const definition = definitionOf(type) as EventOf<AnyData>;
  return definition.of({ id: uuidv7(), timestamp: new Date().toISOString(), data: {}, ...occurrence });
}
