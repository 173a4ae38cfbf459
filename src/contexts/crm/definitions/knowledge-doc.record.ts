import {
  defineRecord,
  initially,
  labels,
  line,
  longText,
  type RowOf,
  required,
  url,
} from '../../../platform/records/index.js';

const fields = {
  title: required(line(300, { searched: true, sorted: true })),
  content: required(longText(500_000, { searched: true, description: 'The text of the document.' })),
  tags: initially([], labels({ filtered: true, description: 'Labels of the document.' })),
  sourceUrl: url({ description: 'The URL that the text was taken from.' }),
};

export type KnowledgeDoc = RowOf<typeof fields>;

export const knowledgeDocs = defineRecord({
  name: 'KnowledgeDoc',
  plural: 'KnowledgeDocs',
  description: 'A text of the workspace that assistants can search.',
  table: 'knowledge_docs',
  indexes: { any: ['createdAt'] },
  routes: {
    list: 'GET /knowledge-docs',
    create: 'POST /knowledge-docs',
    find: 'GET /knowledge-docs/:knowledgeDocId',
    update: 'PATCH /knowledge-docs/:knowledgeDocId',
    delete: 'DELETE /knowledge-docs/:knowledgeDocId',
  },
  examples: {
    create: { title: 'Delivery times', content: 'Orders arrive within three working days.', tags: ['delivery'] },
    update: { tags: ['delivery', 'orders'] },
  },
  capability: 'knowledgeDocs',
  fields,
  hit: { order: 110, title: 'r.title', subtitle: 'left(r.content, 120)' },
});
