import { bearer, type FakeService } from '../fake-service.js';

const api = 'https://api.stripe.com/v1';
const customer = { id: 'cus_1', object: 'customer', email: 'ana+1@example.com' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const event = (id: string, created: number) => ({ id, object: 'event', type: 'charge.succeeded', created });
const list = (data: unknown[]) => ({ object: 'list', url: '/v1/events', has_more: false, data });

export const service: FakeService = {
  ...bearer,
  hosts: ['api.stripe.com'],
  actions: [
    {
      does: 'createCustomer',
      with: { email: 'ana+1@example.com', name: 'Ana Ruiz', metadata: { source: 'web', 'a b': 1 } },
      exchanges: [
        {
          asked: `POST ${api}/customers`,
          headers: form,
          body: 'email=ana%2B1%40example.com&name=Ana+Ruiz&metadata%5Bsource%5D=web&metadata%5Ba+b%5D=1',
          answer: customer,
        },
      ],
      output: customer,
    },
    {
      does: 'updateCustomer',
      with: { customerId: 'cus_1', description: 'VIP' },
      exchanges: [{ asked: `POST ${api}/customers/cus_1`, headers: form, body: 'description=VIP', answer: customer }],
      output: customer,
    },
    {
      does: 'getCustomer',
      with: { customerId: 'cus_1' },
      exchanges: [{ asked: `GET ${api}/customers/cus_1`, answer: customer }],
      output: customer,
    },
    {
      does: 'searchCustomers',
      with: { query: 'email:"ana@example.com"' },
      exchanges: [
        {
          asked: `GET ${api}/customers/search?query=${encodeURIComponent('email:"ana@example.com"')}&limit=100`,
          answer: { object: 'search_result', data: [customer], has_more: true, next_page: 'p-2' },
        },
        {
          asked: `GET ${api}/customers/search?query=${encodeURIComponent('email:"ana@example.com"')}&limit=100&page=p-2`,
          answer: { object: 'search_result', data: [], has_more: false, next_page: null },
        },
      ],
      output: { items: [customer], pages: 2, more: false },
    },
    {
      does: 'listCharges',
      with: { customer: 'cus_1', createdAfter: '2026-01-05T09:00:00Z' },
      exchanges: [
        {
          asked: `GET ${api}/charges?customer=cus_1&created%5Bgte%5D=1767603600&limit=100`,
          answer: list([{ id: 'ch_1' }]),
        },
      ],
      output: list([{ id: 'ch_1' }]),
    },
    {
      does: 'createRefund',
      with: { paymentIntent: 'pi_1', amount: '500', reason: 'requested_by_customer' },
      exchanges: [
        {
          asked: `POST ${api}/refunds`,
          headers: form,
          body: 'payment_intent=pi_1&amount=500&reason=requested_by_customer',
          answer: { id: 're_1', object: 'refund' },
        },
      ],
      output: { id: 're_1', object: 'refund' },
    },
  ],
  triggers: [
    {
      does: 'newEvent',
      with: { eventType: 'charge.succeeded' },
      polls: [
        {
          asked: `GET ${api}/events?type=charge.succeeded&limit=100`,
          answer: list([event('evt_1', 1_767_603_600)]),
          starts: [],
        },
        {
          asked: `GET ${api}/events?type=charge.succeeded&limit=100&created%5Bgte%5D=1767603600`,
          answer: list([event('evt_3', 1_767_603_602), event('evt_2', 1_767_603_600), event('evt_1', 1_767_603_600)]),
          starts: [event('evt_2', 1_767_603_600), event('evt_3', 1_767_603_602)],
        },
      ],
    },
  ],
  refusals: [
    {
      does: 'getCustomer',
      with: { customerId: 'cus_9' },
      status: 400,
      answer: {
        error: { type: 'invalid_request_error', code: 'resource_missing', message: "No such customer: 'cus_9'" },
      },
      error: {
        code: 'APP_REFUSED',
        message: "Stripe refused the request with the status 400: resource_missing: No such customer: 'cus_9'.",
      },
    },
  ],
};
