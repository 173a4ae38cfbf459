import { defineModule } from '../../module.js';
import { pastSlots } from './delete-past.js';
import { rateSlots } from './rate-slot.entity.js';

export { lateMsAtMost, reserveSlot, type SlotRequest, slotHoursAtMost } from './reserve-slot.js';

/** How many calls of the executions of a workspace start in a time. */
export const ratesModule = defineModule({
  name: 'automation/rates',
  entities: [rateSlots],
  tasks: [pastSlots],
});
