export { plainHost } from './address-policy.js';
export { isAllowedHost } from './allowed-host.js';
export { createOutbound, type Outbound, type OutboundOptions } from './create-outbound.js';
export { OutboundError, type OutboundErrorCode } from './outbound-error.js';
export type {
  BodyTaker,
  Confinement,
  OutboundRequest,
  OutboundResponse,
  ResponseHead,
  StreamedBody,
} from './outbound-request.js';
export { ownUserAgent } from './outbound-step.js';
export { RequestCookies } from './request-cookies.js';
export { retryAfterMs } from './retry-after.js';
