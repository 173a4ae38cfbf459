import type { SearchType } from '../generated/graphql';
import type { IconName } from '../ui/icon';

/** Where the found records of a type are shown. A type without a screen is not offered. */
export const placeOf: Partial<Record<SearchType, { icon: IconName; path: (id: string) => string }>> = {
  flows: { icon: 'flow', path: (id) => `flows/${id}` },
  conversations: { icon: 'inbox', path: (id) => `inbox/${id}` },
  contacts: { icon: 'people', path: (id) => `contacts/${id}` },
  pipelines: { icon: 'pipeline', path: (id) => `pipeline/${id}` },
  campaigns: { icon: 'megaphone', path: (id) => `campaigns/${id}` },
  calendarEvents: { icon: 'calendar', path: (id) => `calendar/${id}` },
};
