import { listener, rowsWritten } from '../../../platform/events/index.js';
import type { SearchSource } from '../../../platform/search/index.js';
import { defineModule } from '../../module.js';
import { searchResolver } from './search.resolver.js';
import { hitSources } from './search-index.js';
import { createDocumentWriter } from './write-documents.js';

export { hitSources } from './search-index.js';
export { searchWorkspace } from './search-workspace.js';
export { syncSearchDocuments } from './sync-documents.js';

/** The manifest of search. @param sources the declarations of all other modules */
export function searchModule(sources: readonly SearchSource[]) {
  return defineModule({
    name: 'insight/search',
    resolvers: [searchResolver(hitSources(sources))],
    listeners: [listener(rowsWritten, createDocumentWriter(sources))],
    routes: async () => [(await import('./search.routes.js')).routes],
  });
}
