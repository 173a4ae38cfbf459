/** The close codes of WebSockets on `/graphql`: those of graphql-transport-ws, and two of the WebSocket protocol. */
export const closeCodes: Readonly<Record<number, { meaning: string; cure: string }>> = {
  1008: {
    meaning: 'Too many messages were received: more than 1,000, and 100 for each second since.',
    cure: 'Send fewer messages.',
  },
  1009: {
    meaning: 'A message is larger than 1 MiB, or larger than 64 KiB without a credential.',
    cure: 'Send shorter messages.',
  },
  1013: {
    meaning: 'The database cannot be reached, or the caller has too many WebSockets.',
    cure: 'Connect again in a few seconds, or close other WebSockets.',
  },
  4400: {
    meaning: 'A message is invalid.',
    cure: 'Send messages as the protocol `graphql-transport-ws` defines them.',
  },
  4401: { meaning: 'An operation was sent before `connection_ack`.', cure: 'Wait for `connection_ack`.' },
  4403: {
    meaning: 'The credential is invalid, has expired, or was revoked.',
    cure: 'Connect again with a fresh credential in `connection_init`: `{ "authorization": "Bearer …" }`.',
  },
  4406: { meaning: 'The subprotocol is not supported.', cure: 'Use `graphql-transport-ws`.' },
  4408: {
    meaning: 'No `connection_init` was received within 3 seconds.',
    cure: 'Send it right after the socket opens.',
  },
  4409: { meaning: 'The ID of an operation is already in use.', cure: 'Give each operation its own ID.' },
  4429: { meaning: 'A second `connection_init` was received.', cure: 'Send it once.' },
  4500: {
    meaning: 'An error occurred in the server.',
    cure: 'Connect again. If the error repeats, read the log of the server.',
  },
};
