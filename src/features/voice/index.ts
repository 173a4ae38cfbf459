export { type CallStatus, isEnd, isNews, statusOfProvider } from './call-status.js';
export { type CallKey, callbackAddress, readCallToken } from './call-token.js';
export { chargeCall, requireMinute } from './charge-call.js';
export { type Calling, findCalling } from './find-voice-agent.js';
export { type HeardCall, hearCall } from './hear-call.js';
