import type { ExecutionErrorEntry } from './error-entry.js';

/** What servers, providers and the records of the workspace make a step fail with. */
export const outsideErrors = {
  HTTP_STATUS: {
    meaning: 'The server answered with a status of 400 or more.',
    cause: "The request was refused; the step's output holds the answer.",
    cure: 'Read the answer. 408, 409, 423, 425, 429 and 5xx are tried again, and so is 404.',
  },
  OUTBOUND_BLOCKED: {
    meaning: 'The address may not be called.',
    cause: 'It is private or reserved.',
    cure: 'Use a public address, or have the operator list it in `OUTBOUND_ALLOW`.',
  },
  OUTBOUND_TIMEOUT: {
    meaning: 'The other server took too long.',
    cause: 'It is slow, or cannot be reached.',
    cure: 'Check that it is up; let the node `retry`.',
  },
  OUTBOUND_TOO_LARGE: {
    meaning: 'The answer of the other server is too large.',
    cause: 'More bytes than the node reads.',
    cure: 'Ask for less, for example by pages.',
  },
  OUTBOUND_REDIRECTS: {
    meaning: 'The other server redirects too often.',
    cause: 'A circle of redirects, or a redirect to an address that may not be called.',
    cure: 'Use the final address.',
  },
  OUTBOUND_FAILED: {
    meaning: 'The other server could not be reached.',
    cause: 'Its name, port, certificate or connection; the message says which.',
    cure: 'Check the URL; let the node `retry`.',
  },
  MODEL_ANSWER_INVALID: {
    meaning: 'The language model gave an answer of the wrong form.',
    cause: 'The answer is not JSON or does not fit the schema.',
    cure: 'Make the prompt or schema simpler; let the node `retry`.',
  },
  AGENT_INACTIVE: {
    meaning: 'The assistant is switched off.',
    cause: '`isActive` of the assistant is false.',
    cure: 'Switch the assistant on.',
  },
  PROVIDER_NOT_CONFIGURED: {
    meaning: 'There are no credentials for the provider.',
    cause: 'Neither the workspace nor the server has them.',
    cure: 'Store the secrets that the message names, or have the operator set them.',
  },
  PROVIDER_REFUSED: {
    meaning: 'The provider refused the request.',
    cause: 'The message holds what it answered.',
    cure: 'Correct the recipient, sender or content. It is not tried again.',
  },
  PROVIDER_UNAVAILABLE: {
    meaning: 'The provider could not be reached.',
    cause: 'It was busy, down or too slow.',
    cure: 'Let the node `retry`.',
  },
  WINDOW_CLOSED: {
    meaning: 'WhatsApp accepts templates only at the moment.',
    cause: 'The contact has not written within the last 24 hours.',
    cure: 'Send a template, or connect the handle `windowClosed`.',
  },
  DO_NOT_CONTACT: {
    meaning: 'The contact must not be written to.',
    cause: '`doNotContact` of the contact is set.',
    cure: 'Leave the contact out.',
  },
  REFUSED: {
    meaning: 'The workspace does not have what is needed.',
    cause: 'A record is missing or in another state; the message names it.',
    cure: 'Create or change the record.',
  },
  INSUFFICIENT_CREDITS: {
    meaning: 'The wallet has too few credits.',
    cause: 'The step costs more than the balance.',
    cure: 'Add credits, see [credits](credits.md).',
  },
  BUDGET_EXCEEDED: {
    meaning: 'The flow has spent its daily budget.',
    cause: 'The budget in the settings of the flow.',
    cure: 'Raise the budget, or wait for the next day.',
  },
  VALIDATION_FAILED: {
    meaning: 'A record has wrong values.',
    cause: 'The fields that the message lists.',
    cure: "Correct the node's fields.",
  },
  NOT_FOUND: {
    meaning: 'A record does not exist.',
    cause: 'It was deleted, or the ID is wrong.',
    cure: 'Give the ID of a record of the workspace.',
  },
  CONFLICT: {
    meaning: 'A change contradicts the present state of a record.',
    cause: 'For example a contact with the same email address.',
    cure: 'Find the record first, or choose other values.',
  },
  UNAVAILABLE: {
    meaning: 'The database could not be reached.',
    cause: 'It was away for a moment, or the same data was changed at that moment.',
    cure: 'Let the node `retry`.',
  },
} as const satisfies Record<string, ExecutionErrorEntry>;
