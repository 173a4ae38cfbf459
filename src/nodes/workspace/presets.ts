import type { NodePreset } from '../define-node.js';
import { operations } from './operations.js';

/** An entry of the palette for an operation, by its own title unless it has filled input. */
function preset(operation: string, title = operations.get(operation)?.title ?? operation, input?: object): NodePreset {
  return { title, category: 'crm', data: { operation, ...(input && { input }) } };
}

/** The operations of the CRM that flows call most, as nodes of their own. */
export const requestPresets: readonly NodePreset[] = [
  preset('getContact'),
  preset('listContacts'),
  preset('updateContact'),
  preset('deleteContact'),
  preset('getOpportunity'),
  preset('listOpportunities'),
  preset('updateOpportunity'),
  preset('deleteOpportunity'),
  preset('getConversation'),
  preset('listConversations'),
  preset('createMessage', 'Reply in a conversation', { direction: 'outbound' }),
  preset('updateConversation', 'Assign a conversation'),
  preset('updateConversation', 'Close a conversation', { status: 'resolved' }),
  preset('getCalendarEvent', 'Get an appointment'),
  preset('listCalendarEvents', 'List appointments'),
  preset('createCalendarEvent', 'Create an appointment'),
  preset('updateCalendarEvent', 'Update an appointment'),
  preset('deleteCalendarEvent', 'Delete an appointment'),
];
