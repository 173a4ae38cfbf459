import type { Capability } from '../../../platform/access/capabilities.js';
import type { GraphContext } from '../../../platform/graphql/context.js';
import { runOperation } from './graph-operations.js';
import type { ExportResource } from './job.object.js';
import type { JobRequest } from './job.record.js';

/** Records that have a list with `filter`. */
interface ListedResource {
  /** The operation of the list, and the field of the workspace that it reads. */
  operation: string;
  field: string;
  read: Capability;
}

export const listedResources: Readonly<Record<ExportResource | 'flows', ListedResource>> = {
  contacts: { operation: 'ListContacts', field: 'contacts', read: 'contacts:read' },
  opportunities: { operation: 'ListOpportunities', field: 'opportunities', read: 'pipelines:read' },
  conversations: { operation: 'ListConversations', field: 'conversations', read: 'conversations:read' },
  calendarEvents: { operation: 'ListCalendarEvents', field: 'calendarEvents', read: 'calendarEvents:read' },
  campaigns: { operation: 'ListCampaigns', field: 'campaigns', read: 'campaigns:read' },
  voiceCalls: { operation: 'ListVoiceCalls', field: 'voiceCalls', read: 'voiceAgents:read' },
  knowledgeDocs: { operation: 'ListKnowledgeDocs', field: 'knowledgeDocs', read: 'knowledgeDocs:read' },
  flows: { operation: 'ListFlows', field: 'flows', read: 'flows:read' },
};

/** A page of a list, oldest first, so that what is created meanwhile comes last. */
export interface ListedPage {
  items: Record<string, unknown>[];
  pagination: { total: number; nextCursor: string | null };
}

/** Which records of a list are meant: those that both select. */
export interface Selection {
  filter?: JobRequest['filter'] | undefined;
  search?: string | undefined;
}

/** Reads a page of the records that a filter and a search select. @throws the error of the list */
export async function listPage(
  context: GraphContext,
  workspaceId: string,
  resource: keyof typeof listedResources,
  { filter, search, ...page }: Selection & { cursor?: string | null; limit: number },
): Promise<ListedPage> {
  const { operation, field } = listedResources[resource];
  const order = { sortBy: 'createdAt', sortOrder: 'asc' };
  const { workspace } = await runOperation<{ workspace: Record<string, ListedPage> }>(context, operation, {
    workspaceId,
    ...order,
    ...page,
    ...(filter && { filter }),
    ...(search && { search }),
  });
  return workspace[field] as ListedPage;
}
