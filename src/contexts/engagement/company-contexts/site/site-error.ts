import { OutboundError, type OutboundErrorCode } from '../../../../platform/outbound/index.js';

export type SiteErrorCode =
  | OutboundErrorCode
  /** It answered with a status that is no success. */
  | 'SITE_STATUS'
  | 'SITE_NOT_HTML'
  /** Its HTML takes too long or too much memory to read. */
  | 'SITE_TOO_COMPLEX';

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
