import type { FlowSortKey, FlowStatus, SortOrder, TriggerType } from '../../generated/graphql';

/** What the address says of the list. */
export interface Place {
  q?: string | undefined;
  tag?: string | undefined;
  /** The ID of a folder, or `none`. */
  folder?: string | undefined;
  status?: FlowStatus | undefined;
  trigger?: TriggerType | undefined;
  sort?: FlowSortKey | undefined;
  order?: SortOrder | undefined;
}

export const triggers: readonly TriggerType[] = [
  'manual',
  'webhook',
  'schedule',
  'crm_event',
  'ai_tool',
  'voice_call',
  'execution_failed',
];

/** The filters of an address; what it should not have is left out. */
export function readPlace(search: object): Place {
  const values = search as Record<string, unknown>;
  const text = (name: string) => (values[name] === undefined || values[name] === '' ? undefined : String(values[name]));
  const among = <Value extends string>(name: string, known: readonly Value[]) =>
    known.find((value) => value === values[name]);
  return {
    q: text('q'),
    tag: text('tag'),
    folder: text('folder'),
    status: among<FlowStatus>('status', ['active', 'paused']),
    trigger: among('trigger', triggers),
    sort: among<FlowSortKey>('sort', ['createdAt', 'name', 'updatedAt']),
    order: among<SortOrder>('order', ['asc', 'desc']),
  };
}
