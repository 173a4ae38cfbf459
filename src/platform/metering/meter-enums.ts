import { defineEnum } from '../graphql/enums.js';
import { usageSources } from './billable-operation.js';
import { type Meter, type MeterName, meters } from './meters.js';

const entries = Object.entries(meters) as [MeterName, Meter][];

/** The meters as GraphQL enums. */
export const MeterNames = defineEnum(
  'MeterName',
  'A kind of billable operation.',
  Object.fromEntries(entries.map(([name, { description }]) => [name, description])) as Record<MeterName, string>,
);

export const UsageSourceName = defineEnum('UsageSource', 'Whose credentials an operation used.', {
  platform: 'Those of the server; it costs credits.',
  byok: 'Those of the workspace; it costs none.',
} satisfies Record<(typeof usageSources)[number], string>);
