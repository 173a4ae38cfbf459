import { defineService } from '../../../platform/define-service.js';
import type { Outbound } from '../../../platform/outbound/index.js';

/** The network access of tests, and to where tokens are granted. */
export const connectionOutbound = defineService<Outbound>('connection outbound', ({ outbound }) => outbound);
