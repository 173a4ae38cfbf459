export { documentsSql, hasDocuments, insertDocumentsSql, storeDocuments, writeDocumentsSql } from './documents-sql.js';
export { fold } from './fold.js';
export { searchCondition } from './search-condition.js';
export {
  documentsTable,
  type HitOptions,
  type SearchedType,
  type SearchHitSource,
  type SearchSource,
  searchedTexts,
} from './search-source.js';
