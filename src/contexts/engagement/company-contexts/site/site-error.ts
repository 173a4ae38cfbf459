import { OutboundError, type OutboundErrorCode } from '../../../../platform/outbound/index.js';

/** Why a page cannot be analysed, besides the errors of outbound requests. */
export const siteErrors = {
  SITE_STATUS: {
    meaning: 'The site answered with a status that is no success.',
    cause: 'The page does not exist, or the site refuses programs.',
    cure: 'Give the address of a public page.',
  },
  SITE_NOT_HTML: {
    meaning: 'The address holds no HTML page.',
    cause: 'It is an image, a document or an API.',
    cure: 'Give the address of a web page.',
  },
  SITE_TOO_COMPLEX: {
    meaning: 'The page is too complex.',
    cause: 'Its HTML takes too long or too much memory to read.',
    cure: 'Give a simpler page of the site.',
  },
} as const;

export type SiteErrorCode = OutboundErrorCode | keyof typeof siteErrors;

/** Why a site cannot be analysed. The message is for whoever gave its address. */
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

/** An outbound failure in its own words; anything else as it is. */
export function siteError(error: unknown): unknown {
  return error instanceof OutboundError ? new SiteError(error.code, error.message, error) : error;
}
