import { defineEnum } from '../../../../platform/graphql/enums.js';
import type { ExecutionTrigger, executionPhases } from './execution-record.js';

/** The closed sets of values of executions, as GraphQL enums. */
export const ExecutionPhase = defineEnum('ExecutionPhase', 'What an execution does', {
  queued: 'It waits for its turn; see `queuedFor`',
  active: 'A worker drives it',
  waiting: 'It waits for a time, a signal or an event',
  held: 'It waits before a node at which others failed, until the hold of its flow is released',
  done: 'It has ended',
} satisfies Record<(typeof executionPhases)[number], string>);

export const QueuedFor = defineEnum('ExecutionQueuedFor', 'What a queued execution waits for', {
  worker: 'A worker with a free slot',
  slot: 'The end of other executions of its flow, by `settings.maxConcurrent`',
  control: 'What `settings.control` of its flow says',
  time: 'The time at which its workspace may start more executions',
});

export const ExecutionTriggerName = defineEnum('ExecutionTrigger', 'What started an execution', {
  manual: 'A user or API key',
  webhook: 'A request to the webhook of the flow',
  form: 'A form that was sent',
  schedule: 'The schedule of the flow',
  ai_tool: 'An assistant that used the flow as a tool',
  simulation: 'A simulation, which affects nothing outside the execution',
  crm_event: 'A change of a record',
  voice_call: 'A phone call',
  execution_failed: 'The failure of another execution',
  poll: 'A new item of an HTTP API',
  feed: 'A new entry of a feed',
  page_change: 'A change of a web page',
  app: 'Something new in another service',
} satisfies Record<ExecutionTrigger, string>);

export const LogLevelName = defineEnum('LogLevel', 'The level of a line of a log', {
  debug: 'A detail for those who look for the cause of something',
  info: 'Something that happened as intended',
  warn: 'Something that is probably not intended',
  error: 'Something that failed',
});

export const ExecutionStatusName = defineEnum('ExecutionStatus', 'The status of an execution', {
  running: 'The execution is queued, in progress or waiting; see `phase`',
  completed: 'The execution ended without an error',
  failed: 'The execution ended with an error',
  cancelled: 'The execution was cancelled',
});
export type ExecutionStatusName = keyof typeof ExecutionStatusName;

export const StepStatusName = defineEnum('StepStatus', 'The status of a step', {
  running: 'The step is in progress',
  waiting: 'The step waits for a time, a signal, an event or its next attempt',
  completed: 'The step ended without an error',
  failed: 'The step ended with an error',
  skipped: 'No branch reached the node',
  cancelled: 'The step was stopped because the execution or its loop ended',
});
export type StepStatusName = keyof typeof StepStatusName;

export const StarterKind = defineEnum('StarterKind', 'The kind of a caller who started an execution', {
  user: 'A user',
  apiKey: 'An API key',
});
export type StarterKind = keyof typeof StarterKind;
