import type { SearchSource } from '../../../../platform/search/index.js';

/** The searched columns of the outbox. */
export const searchedOutbox: SearchSource = {
  type: 'outbox',
  table: 'outbox_messages',
  searched: { recipient: 'text', subject: 'text', body: 'text' },
  isLong: true,
};
