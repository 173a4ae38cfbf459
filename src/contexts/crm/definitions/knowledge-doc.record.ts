import {
  defineRecord,
  initially,
  labels,
  longText,
  type RowOf,
  required,
  text,
  url,
} from '../../../platform/records/index.js';

const fields = {
  title: required(text(300, { searched: true, sorted: true })),
  content: required(longText(500_000, { searched: true })),
  tags: initially([], labels({ filtered: true })),
  sourceUrl: url(),
};

export type KnowledgeDoc = RowOf<typeof fields>;

export const knowledgeDocs = defineRecord({
  name: 'KnowledgeDoc',
  plural: 'KnowledgeDocs',
  description: 'What assistants can look up',
  table: 'knowledge_docs',
  capability: 'knowledgeDocs',
  fields,
  hit: { order: 110, title: 'r.title', subtitle: 'left(r.content, 120)' },
});
