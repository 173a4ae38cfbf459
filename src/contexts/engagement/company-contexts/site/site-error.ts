import { OutboundError, type OutboundErrorCode } from '../../../../platform/outbound/index.js';

/** Why a page cannot be analyzed, besides the errors of outbound requests. */
export const siteErrors = {
  SITE_STATUS: {
    meaning: 'The website responded with an error status.',
    cause: 'The page does not exist, or the website refuses automated requests.',
    cure: 'Use the URL of a public page.',
  },
  SITE_NOT_HTML: {
    meaning: 'The URL is not that of an HTML page.',
    cause: 'It is an image, a document or an API.',
    cure: 'Use the URL of a web page.',
  },
  SITE_TOO_COMPLEX: {
    meaning: 'The page is too complex.',
    cause: 'Parsing its HTML takes too much time or memory.',
    cure: 'Use the URL of a simpler page of the website.',
  },
} as const;

export type SiteErrorCode = OutboundErrorCode | keyof typeof siteErrors;

/** The codes as rules of the operations that read websites. */
export const siteRules: readonly string[] = [
  ...Object.keys(siteErrors),
  'OUTBOUND_BLOCKED',
  'OUTBOUND_TIMEOUT',
  'OUTBOUND_TOO_LARGE',
  'OUTBOUND_REDIRECTS',
  'OUTBOUND_FAILED',
];

/** Why a website cannot be analyzed. The message is for the caller. */
export class SiteError extends Error {
  override readonly name = 'SiteError';

  constructor(
    readonly code: SiteErrorCode,
    message: string,
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
  }
}

/** An outbound error as a `SiteError` with the same code and message; any other error unchanged. */
export function siteError(error: unknown): unknown {
  return error instanceof OutboundError ? new SiteError(error.code, error.message, error) : error;
}
