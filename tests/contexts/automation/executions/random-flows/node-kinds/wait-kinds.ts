import type { NodeKind } from '../flow-model.js';
import { any, Including } from '../match.js';

/** An answered wait has an hour, and one that is not answered hardly any time. */
const minutes = (on: readonly number[], index: string) => `{{${index} in [${on.join(', ')}] ? 0.0005 : 60}}`;

/** What the event of a step is about: only this step waits for it. */
export const subjectOf = (executionId: string, nodeId: string, iteration: string) =>
  `${executionId} ${nodeId} ${iteration}`;

export const eventType = 'appointment.created';

export const event: NodeKind<null> = {
  name: 'event',
  weight: 4,
  handles: ['event', 'timeout'],
  needsServer: true,
  draw: () => null,
  write: ({ id, on }, { index, iteration }) => ({
    type: 'wait.event',
    data: {
      eventType,
      match: { 'data.id': subjectOf('{{execution.id}}', id, `{{${iteration}}}`) },
      timeoutMinutes: minutes(on, index),
    },
  }),
  visit: ({ on }, { index }) =>
    on.includes(index)
      ? { kind: 'done', handle: 'timeout', output: null }
      : { kind: 'done', handle: 'event', output: new Including({ type: eventType }) },
  reply: ({ on }, index) => (on.includes(index) ? null : 'event'),
};

export const approval: NodeKind<'approved' | 'rejected'> = {
  name: 'approval',
  weight: 4,
  handles: ['approved', 'rejected', 'timeout'],
  needsServer: true,
  draw: (random) => (random(2) === 0 ? 'approved' : 'rejected'),
  write: ({ on }, { index }) => ({
    type: 'wait.approval',
    data: { message: 'Go on?', timeoutMinutes: minutes(on, index) },
  }),
  visit: ({ on, own }, { index }) =>
    on.includes(index)
      ? { kind: 'done', handle: 'timeout', output: { by: null, comment: null } }
      : { kind: 'done', handle: own, output: { by: any, comment: null } },
  reply: ({ on, own }, index) => (on.includes(index) ? null : own),
};
