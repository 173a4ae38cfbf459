import { CrmEventMutations, WorkspaceCrmEventsResolver } from './crm-event.resolver.js';

export const crmEventResolvers = [WorkspaceCrmEventsResolver, CrmEventMutations];
