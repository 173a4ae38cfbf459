import { listener } from '../../../platform/events/index.js';
import { voiceCallChanged } from '../../crm/definitions/index.js';
import { defineModule } from '../../module.js';
import { handleCallChange } from './handle-call-change.js';

export { statusOfProvider } from './call-status.js';
export { type CallKey, callbackAddress, readCallToken } from './call-token.js';
export { chargeCall, requireMinute } from './charge-call.js';
export { type Calling, findCalling } from './find-voice-agent.js';

export const voiceModule = defineModule({
  name: 'engagement/voice',
  listeners: [listener(voiceCallChanged, (tx, { before, call, cause }) => handleCallChange(tx, before, call, cause))],
});
