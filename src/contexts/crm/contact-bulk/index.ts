import { ContactBulkMutations, WorkspaceContactsCsvResolver } from './contact-bulk.resolver.js';

export const contactBulkResolvers = [WorkspaceContactsCsvResolver, ContactBulkMutations];
