import { type SearchedRelation, searchSourceOf } from '../../../platform/records/index.js';
import type { SearchSource } from '../../../platform/search/index.js';
import { contacts } from './contact.record.js';

const searchedContacts = searchSourceOf(contacts) as SearchSource;

/** The texts of messages; their record is defined after that of conversations, which they belong to. */
const searchedMessages: SearchSource = { type: 'messages', table: 'messages', searched: { body: 'text' } };

/** Finds the rows of a table by their contact, which `contact_id` refers to. */
export function searchedByContact(table: string): SearchedRelation {
  return {
    names: ['the name, email, phone and company of the contact'],
    read: 'contacts:read',
    ids: (
      matches,
    ) => `select k.id from ${table} k join contacts c on c.workspace_id = k.workspace_id and c.id = k.contact_id
      where k.workspace_id = $1 and c.workspace_id = $1 and ${matches(searchedContacts, 'c')}`,
  };
}

/** Finds conversations by their last message. */
export const searchedByMessage: SearchedRelation = {
  names: ['the last message'],
  read: 'conversations:read',
  ids: (matches) => `select m.conversation_id from messages m
      where m.workspace_id = $1 and ${matches(searchedMessages, 'm')} and not exists (
        select from messages n where n.workspace_id = $1 and n.conversation_id = m.conversation_id
          and (n.created_at, n.id) > (m.created_at, m.id))`,
};
