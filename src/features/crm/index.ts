import { contacts } from './contact.record.js';
import { opportunities } from './opportunity.record.js';
import { pipelines } from './pipeline.record.js';

export { type Contact, contacts } from './contact.record.js';
export { type Opportunity, opportunities } from './opportunity.record.js';
export { type Pipeline, pipelines } from './pipeline.record.js';

/** The CRM's kinds of records. A new one is a file and a line here. */
export const crmRecords = [contacts, pipelines, opportunities];
