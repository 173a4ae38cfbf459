import type { ExecutionErrorEntry } from './error-entry.js';

/** Errors of steps that servers, providers and records of the workspace cause. */
export const externalErrors = {
  HTTP_STATUS: {
    meaning: 'The server returned a status that does not count as success.',
    cause: 'The server rejected the request; the output of the step holds the response.',
    cure: 'Check the response. `retry` applies to 404, 408, 409, 423, 425, 429 and 5xx.',
  },
  HTTP_PAGES: {
    meaning: 'The pages of a list could not be read to its end.',
    cause:
      'A page has no list where `pagination.items` says, the next page is on another site or repeats one, or there are too many.',
    cure: 'Correct `pagination`; the message says which part of it.',
  },
  SOURCE_INVALID: {
    meaning: 'The answer of a source that a trigger polls was not understood.',
    cause:
      'The body has no list where `items` says, an item has no `key`, the source is no feed, or nothing on the page matches. It is the `failureCode` of the trigger.',
    cure: 'Correct the fields of the trigger; the message says which part was not found. No item is lost meanwhile.',
  },
  RATE_WAIT: {
    meaning: 'The call waits for its turn, or would wait too long.',
    cause:
      'Other calls with the same key of `rate` come first. A waiting step has this code; it fails with it if it would wait longer than 24 hours, or a page longer than a minute.',
    cure: 'Raise `rate`, or start fewer calls. What waits starts by itself.',
  },
  SEND_WINDOW: {
    meaning: 'The message waits for the time at which it may be sent.',
    cause: 'The `sendWindow` of the node is closed. The waiting step has this code until it opens.',
    cure: 'Wait, or change `sendWindow`. What waits is sent by itself.',
  },
  HELD: {
    meaning: 'The step waits at a hold of its flow.',
    cause:
      'Other executions failed at this node for one cause, and the flow has [`settings.hold`](flows.md#hold-and-release). The waiting step has this code.',
    cure: 'Mend what made the others fail, then release the hold: what waits goes on in order.',
  },
  OUTBOUND_BLOCKED: {
    meaning: 'Requests to this address are not allowed.',
    cause: 'The address is private or reserved.',
    cure: 'Use a public address, or ask the operator to add it to `OUTBOUND_ALLOW`.',
  },
  OUTBOUND_TIMEOUT: {
    meaning: 'The remote server did not respond in time.',
    cause: 'It is slow or unreachable.',
    cure: 'Check that the server is available, and set `retry` on the node.',
  },
  OUTBOUND_TOO_LARGE: {
    meaning: 'The response of the remote server is too large.',
    cause: 'It exceeds the limit of the node.',
    cure: 'Request less data, for example page by page.',
  },
  OUTBOUND_REDIRECTS: {
    meaning: 'The remote server redirects too many times.',
    cause: 'A redirect loop, or a redirect to an address that is not allowed.',
    cure: 'Use the final address.',
  },
  OUTBOUND_FAILED: {
    meaning: 'The remote server could not be reached.',
    cause: 'Its name, port, certificate or connection failed; the message says which.',
    cure: 'Check the URL, and set `retry` on the node.',
  },
  MODEL_ANSWER_INVALID: {
    meaning: 'The answer of the language model is not valid.',
    cause: 'The answer is not JSON, or does not match the schema.',
    cure: 'Simplify the prompt or schema, and set `retry` on the node.',
  },
  AGENT_INACTIVE: {
    meaning: 'The assistant is not active.',
    cause: '`isActive` of the assistant is false.',
    cure: 'Activate the assistant.',
  },
  PROVIDER_NOT_CONFIGURED: {
    meaning: 'The provider is not configured.',
    cause: 'Neither the workspace nor the server has credentials for it.',
    cure: 'Create the secrets that the message names, or ask the operator to configure the provider.',
  },
  PROVIDER_REFUSED: {
    meaning: 'The provider rejected the request.',
    cause: 'The message contains the response of the provider.',
    cure: 'Correct the recipient, sender or content. The step is not retried.',
  },
  PROVIDER_UNAVAILABLE: {
    meaning: 'The provider could not be reached.',
    cause: 'It was busy, unavailable or too slow.',
    cure: 'Set `retry` on the node.',
  },
  WINDOW_CLOSED: {
    meaning: 'WhatsApp accepts only templates for this contact at the moment.',
    cause: 'The contact has not written within the last 24 hours.',
    cure: 'Send a template, or connect the handle `windowClosed`.',
  },
  DO_NOT_CONTACT: {
    meaning: 'The contact must not be contacted.',
    cause: '`doNotContact` of the contact is set.',
    cure: 'Exclude the contact.',
  },
  UNSUBSCRIBED: {
    meaning: 'The contact must not get marketing email.',
    cause: 'They unsubscribed: `unsubscribedAt` of the contact is set.',
    cure: 'Exclude the contact. Only what they expect may be sent, with the purpose `transactional`.',
  },
  REFUSED: {
    meaning: 'The state of the workspace does not allow the operation.',
    cause: 'A record is missing or has the wrong status; the message names it.',
    cure: 'Create or change the record.',
  },
  INSUFFICIENT_CREDITS: {
    meaning: 'The wallet has too few credits.',
    cause: 'The step costs more than the balance of the wallet.',
    cure: 'Add credits, see [credits](credits.md).',
  },
  BUDGET_EXCEEDED: {
    meaning: 'The flow or its workspace has spent its budget.',
    cause: 'The step would exceed `dailyBudget` or `monthlyBudget` of the flow or the workspace; the message names it.',
    cure: 'Raise the budget, or wait for the next day or month, see [budgets](credits.md#budgets).',
  },
  VALIDATION_FAILED: {
    meaning: 'A record has values that are not allowed.',
    cause: 'The message lists the fields.',
    cure: 'Correct the fields of the node.',
  },
  NOT_FOUND: {
    meaning: 'A record does not exist.',
    cause: 'It was deleted, or the ID is wrong.',
    cure: 'Use the ID of an existing record of the workspace.',
  },
  CONFLICT: {
    meaning: 'The change conflicts with the current state of a record.',
    cause:
      'For example, a contact with the same email address already exists, or the step ended before it changed the state.',
    cure: 'Find the existing record first, or use other values.',
  },
  UNAVAILABLE: {
    meaning: 'The database could not be reached.',
    cause: 'It was briefly unavailable, or the same data was changed at the same time.',
    cure: 'Set `retry` on the node.',
  },
} as const satisfies Record<string, ExecutionErrorEntry>;
