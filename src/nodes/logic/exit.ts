import { defineNode } from '../define-node.js';
import { contactEvents, sampleOf } from '../events/index.js';
import {
  readsOfWanted,
  requireTypes,
  sampleOfWanted,
  wantedEvent,
  wantedFields,
  wantedFilled,
} from '../wait/wanted-event.js';

export const exitNode = defineNode({
  type: 'logic.exit',
  title: 'Exit',
  category: 'logic',
  capability: 'crmEvents:read',
  description:
    'Ends the rest of the execution when an event occurs, such as a goal or a cancellation. Nothing leads to it: it begins with the execution, whatever its trigger. What it leads to goes on; without that the execution is completed.',
  fields: requireTypes(wantedFields),
  filled: wantedFilled,
  verbatim: { conditions: 'event' },
  reads: readsOfWanted,
  exits: true,
  sourceHandles: ['event'],
  decides: true,
  effects: false,
  waitsForEvents: true,
  sample: sampleOf(contactEvents.updated),
  sampleOf: sampleOfWanted,
  example: {
    eventTypes: ['appointment.updated', 'appointment.deleted'],
    match: { 'data.id': '{{triggerData.data.id}}' },
  },
  output: 'the event.',
  exampleRun: { triggerData: { data: { id: '01970000-0000-7000-8000-000000000003' } } },
  run: (context) => {
    const event = wantedEvent(context);
    return 'kind' in event ? event : { kind: 'wait', until: null, output: null, handle: 'event', event };
  },
});
