/** The codes of errors that only the program has, besides those of the API. */
export const programErrors = {
  USAGE: 'The command, an option or an argument is not accepted.',
  CONFIGURATION: 'A setting is missing or not valid.',
  FAILED: 'The command did not succeed; the message says why.',
} as const;
