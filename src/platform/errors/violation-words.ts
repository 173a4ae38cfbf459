import { counted } from './words.js';

/**
 * What a value must be, read after the name of its field: one form for each kind of violation. Rules of class-validator,
 * coercion of variables and the checks of records share it.
 */
export const must = {
  beRequired: 'is required.',
  beKnown: 'is not allowed. Remove it or check its spelling.',
  notBeNull: 'must not be null.',
  notBeEmpty: 'must not be empty.',
  notBeBlank: 'must not be blank.',
  beOneLine: 'must be one line: line breaks and control characters are not allowed.',
  notHaveDuplicates: 'must not contain duplicates.',
  beBoolean: 'must be true or false.',
  beNumber: 'must be a number.',
  beInteger: 'must be an integer.',
  beText: 'must be a string.',
  beList: 'must be a list.',
  beObject: 'must be an object.',
  beUuid: 'must be a UUID.',
  beEmail: 'must be a valid email address, for example ana@example.com.',
  beUrl: 'must be an HTTP or HTTPS URL, for example https://example.com.',
  beHost: 'must be a host without protocol, port or path, for example api.example.com, *.example.com or *.',
  beTime: 'must be an ISO 8601 time, for example 2026-01-31T12:00:00Z.',
  beTimeOrDate:
    'must be an ISO 8601 time with a zone, for example 2026-11-21T09:30:00Z, or a date, for example 2026-11-21.',
  beTimeZone: 'must be an IANA time zone, for example Europe/Madrid.',
  beCursor: 'must be the nextCursor of a page, unchanged.',
  beCursorOfList: 'must be the nextCursor of a page of this list, with the same sort order and filters.',
  beOneOf: (values: readonly unknown[]) => `must be one of: ${values.join(', ')}.`,
  beAtLeast: (least: number) => `must be at least ${least}.`,
  beAtMost: (most: number) => `must be at most ${most}.`,
  haveLength: (least: number, most?: number) =>
    most === undefined
      ? `must have at least ${counted(least, 'character')}.`
      : `must have ${least} to ${counted(most, 'character')}.`,
  haveAtMostCharacters: (most: number) => `must have at most ${counted(most, 'character')}.`,
  haveAtLeastEntries: (least: number) => `must have at least ${counted(least, 'entry')}.`,
  haveAtMostEntries: (most: number) => `must have at most ${counted(most, 'entry')}.`,
  haveAtMostKeys: (most: number) => `must be an object of at most ${counted(most, 'key')}.`,
  haveBytes: (least: number, most: number) => `must have ${least} to ${counted(most, 'byte')}.`,
  /** @param what the kind of record, with its article: `a contact` */
  name: (what: string) => `must be the ID of ${what} in this workspace.`,
} as const;
