import { validationFailed } from '../../../../platform/errors/errors.js';
import { isUuid, type Scope } from '../../../../platform/graphql/context.js';
import { timeRangeViolations } from '../../../../platform/graphql/time-range.js';
import { firstIdAt } from '../../../../platform/new-id.js';
import type { UsageCsvArgs } from '../usage.input.js';
import type { CsvChunk } from '../usage.object.js';
import { readEvents } from './list-usage-events.js';
import { usageFilters } from './usage-filters.js';
import { usageReach } from './usage-reach.js';

/** Rows in one chunk. */
const rowsAtOnce = 2_000;

const columns = [
  'id',
  'createdAt',
  'workspaceId',
  'eventType',
  'app',
  'country',
  'source',
  'quantity',
  'unit',
  'credits',
  'flowId',
  'executionId',
] as const;

/**
 * Exports events as CSV (RFC 4180), oldest first, in chunks; the first begins with the header.
 * @throws AppError VALIDATION_FAILED, FORBIDDEN
 */
export async function exportUsage(scope: Scope, args: UsageCsvArgs): Promise<CsvChunk> {
  const violations = timeRangeViolations(args.from, args.to);
  if (args.after && !isUuid(args.after))
    violations.push({
      field: 'after',
      rule: 'CURSOR_INVALID',
      message: 'after must be the `next` of the previous chunk.',
    });
  if (violations.length > 0) throw validationFailed(violations);
  const reach = await usageReach(scope, args.scope);
  const filters = usageFilters(args, scope.services.now());
  const found = await readEvents(reach, filters, {
    label: 'export_usage_events',
    from: args.after || firstIdAt(filters.from.getTime()),
    until: firstIdAt(filters.to.getTime() + 1),
    // The last one of the previous chunk is part of the range: it is read and left out.
    limit: rowsAtOnce + 1,
    offset: 0,
    descending: false,
  });
  const rows = found.filter(({ id }) => id !== args.after?.toLowerCase()).slice(0, rowsAtOnce);
  const head = args.after ? [] : [columns.join(',')];
  const lines = rows.map((event) =>
    columns.map((name) => cell(name === 'createdAt' ? new Date(event[name]).toISOString() : event[name])).join(','),
  );
  const text = [...head, ...lines].map((line) => `${line}\r\n`).join('');
  return { text, next: rows.length === rowsAtOnce ? (rows.at(-1)?.id ?? null) : null };
}

function cell(value: unknown): string {
  const text = String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
