import { controlAtMost } from '../../../../engine/index.js';

/** What the fields of a control are, in its input and in what the API shows. */
export const controlDescriptions = {
  control: 'How many executions of a flow may run, by a key of their trigger data.',
  key: `A text with expressions over \`triggerData\`, for example \`{{triggerData.contactId}}\`, at most ${controlAtMost.keyCharacters} characters. Executions with the same value share the limits; those without a value share them, too. Without a key, all executions of the flow do.`,
  concurrency: `Executions of a key that may run at the same time, at least 1, at most ${controlAtMost.concurrency}. Each counts until it ends, also while it waits.`,
  overlap: 'What happens to a start while as many executions of its key run. Defaults to `queue`.',
  debounceSeconds: `Seconds without another start of the key after which the last one runs; the earlier ones start nothing. At least 1, at most ${controlAtMost.debounceSeconds}.`,
  batch: 'Starts of a key become one execution, whose trigger data is the list of theirs.',
  batchMax: `Starts of an execution at most, at least 2, at most ${controlAtMost.batch.max}. It also runs when their data has 4 MiB.`,
  batchSeconds: `Seconds after the first start at which the execution runs, however many there are. At least 1, at most ${controlAtMost.batch.seconds}.`,
  throttle: 'How many executions of a key may start in a time. The others wait.',
  throttleCount: `Executions that may start within \`seconds\`, at least 1, at most ${controlAtMost.throttle.count}.`,
  throttleSeconds: `The seconds of which any number in a row has at most \`count\` starts, at least 1, at most ${controlAtMost.throttle.seconds}.`,
  priority: `Of waiting executions of a key, those with a higher priority start first: an integer from -${controlAtMost.priority} to ${controlAtMost.priority}, or a text with an expression whose value is one. JSON, because both are accepted. Defaults to 0.`,
};
