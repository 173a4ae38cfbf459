/** Why a provider did not deliver a message that it had accepted: `error.code` of a message, besides those of steps. */
export const deliveryErrors = {
  OPTED_OUT: {
    meaning: 'The recipient has opted out.',
    cause: 'They replied STOP, or blocked messages from your business.',
    cure: 'Do not contact them until they opt in again.',
  },
  UNREACHABLE: {
    meaning: 'The recipient cannot be reached.',
    cause: 'The phone is off or out of reach, or does not use WhatsApp.',
    cure: 'Try again later, or use another channel.',
  },
  BLOCKED: {
    meaning: 'The recipient or their carrier blocks the message.',
    cause: 'The sender is on a block list of the recipient or the carrier.',
    cure: 'Use another channel.',
  },
  UNKNOWN_NUMBER: {
    meaning: 'The number does not exist.',
    cause: 'It was disconnected or mistyped.',
    cure: "Correct the contact's number.",
  },
  LANDLINE: {
    meaning: 'The number cannot receive SMS.',
    cause: 'It is a landline, or its carrier cannot be reached.',
    cure: 'Use a mobile number, or call.',
  },
  FILTERED: {
    meaning: 'The message was filtered as spam.',
    cause: 'The carrier filters its content, or too many messages were sent.',
    cure: 'Change the text, and send less often.',
  },
  WINDOW_CLOSED: {
    meaning: 'WhatsApp accepts only templates at the moment.',
    cause: 'The contact has not written within the last 24 hours.',
    cure: 'Send a template.',
  },
  UNREGISTERED: {
    meaning: 'The sender is not registered.',
    cause: 'Numbers must be registered for SMS to the United States.',
    cure: 'Register the number with Twilio.',
  },
  UNDELIVERED: {
    meaning: 'The message was not delivered.',
    cause: 'The provider gave no reason, or one that has no code here; its own code is in the message.',
    cure: "Look up the provider's code.",
  },
} as const;

export type DeliveryErrorCode = keyof typeof deliveryErrors;
