import { crm } from './crm.js';
import { data } from './data.js';
import { logic } from './logic.js';
import { messages } from './messages.js';
import { models } from './models.js';
import { policies } from './policies.js';
import { triggers } from './triggers.js';

/**
 * The titles and descriptions of node types and their fields in Spanish, by the English texts of the API: each English
 * text stands with its node, each Spanish one here. A text that changed is one without Spanish.
 */
export const spanish: Readonly<Record<string, string>> = {
  ...crm,
  ...data,
  ...logic,
  ...messages,
  ...models,
  ...policies,
  ...triggers,
};
