import type pg from 'pg';
import { median, show, table } from '../harness/figures.js';
import type { ListRequest } from './requests.js';

/** A request with a filter, and what it is compared with. */
export interface FilterRequest extends ListRequest {
  /** Whether it is the page without a filter. */
  isBase?: true;
}

/** What was measured of a request. */
export interface MeasuredFilter extends FilterRequest {
  cost: string | null;
  first: number;
  later: number[];
  total: number;
}

/** The page of contacts without a filter, and with the comparisons that clients send most. */
export async function filterRequests(admin: pg.Client, workspaceId: string): Promise<FilterRequest[]> {
  const { rows } = await admin.query<{ email: string; company: string; status: string; month: string; day: string }>(
    `select email, company, status, (max(updated_at) over () - interval '30 days')::date::text as month,
       (max(updated_at) over () - interval '1 day')::date::text as day
     from contacts where workspace_id = $1 and email is not null and company is not null order by id limit 1`,
    [workspaceId],
  );
  const [one] = rows;
  if (!one) throw new Error('The workspace must have contacts with an email and a company.');
  const newest = { sortBy: 'updatedAt', sortOrder: 'desc' };
  const request = (name: string, query: Record<string, string>): FilterRequest => ({ name, path: 'contacts', query });
  return [
    { ...request('no filter', {}), isBase: true },
    request('email eq', { 'filter[email][eq]': one.email }),
    request('status eq, the most frequent', { 'filter[status][eq]': 'lead' }),
    request('status in, of two', { 'filter[status][in]': 'customer,lost' }),
    request('updatedAt gte, a day, by updatedAt', { 'filter[updatedAt][gte]': one.day, ...newest }),
    request('updatedAt gte, a month, by updatedAt', { 'filter[updatedAt][gte]': one.month, ...newest }),
    request('updatedAt gte, a month, by name', { 'filter[updatedAt][gte]': one.month, sortBy: 'name' }),
    request('email eq or company eq', {
      'filter[or][0][email][eq]': one.email,
      'filter[or][1][company][eq]': one.company,
    }),
    request('customFields eq', { 'filter[customFields.city][eq]': 'city 7' }),
    request('customFields eq and status eq', {
      'filter[customFields.city][eq]': 'city 7',
      'filter[status][eq]': 'customer',
    }),
  ];
}

/** The requests beside the page without a filter. */
export function filterReport(measured: readonly MeasuredFilter[]): string {
  const base = median(measured.find(({ isBase }) => isBase)?.later ?? []);
  const lines = measured.map(({ name, cost, total, first, later }): (string | number)[] => [
    name,
    cost ?? '–',
    total.toLocaleString('en'),
    first,
    median(later),
    `${show(median(later) / base)} x`,
  ]);
  return table(
    ['contacts with', '`X-Filter-Cost`', 'rows found', 'first ms', 'later p50 ms', 'beside no filter'],
    lines,
  );
}
