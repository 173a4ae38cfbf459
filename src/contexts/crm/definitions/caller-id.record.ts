import { defineRecord, flag, initially, line, phone, type RowOf, required } from '../../../platform/records/index.js';

const fields = {
  name: required(line(200, { searched: true, sorted: true })),
  phone: required(
    phone({
      searched: true,
      filtered: true,
      description: 'The phone number in E.164 format. Unique in the workspace.',
    }),
  ),
  verified: initially(
    false,
    flag({ filtered: true, description: 'Whether the number is verified and calls can show it.' }),
  ),
};

export type CallerId = RowOf<typeof fields>;

export const callerIds = defineRecord({
  name: 'CallerId',
  plural: 'CallerIds',
  description: 'A phone number that calls show.',
  table: 'caller_ids',
  indexes: { any: ['createdAt', 'phone'] },
  routes: {
    list: 'GET /caller-ids',
    create: 'POST /caller-ids',
    find: 'GET /caller-ids/:callerIdId',
    update: 'PATCH /caller-ids/:callerIdId',
    delete: 'DELETE /caller-ids/:callerIdId',
  },
  examples: {
    create: { name: 'Office', phone: '+34910000001' },
    update: { name: 'Main office' },
  },
  capability: 'callerIds',
  fields,
  hit: { order: 130, subtitle: 'r.phone' },
  unique: { caller_ids_phone_unique: 'phone' },
});
