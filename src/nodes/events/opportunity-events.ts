import { defineEvent } from '../../platform/events/index.js';
import { exampleId } from '../../platform/example-id.js';

const opportunity = {
  id: exampleId('opportunityId'),
  workspaceId: exampleId('workspaceId'),
  name: 'Forty chairs',
  pipelineId: exampleId('pipelineId'),
  stageId: 'new',
  contactId: exampleId('contactId'),
  value: '1200.00',
  currency: 'EUR',
  status: 'open',
  assignedTo: null,
  expectedCloseDate: null,
  customFields: {},
  createdAt: '2026-01-05T09:00:00.000Z',
  updatedAt: '2026-01-05T09:00:00.000Z',
};

const ofOpportunities = {
  read: 'pipelines:read',
  data: { record: 'Opportunity' },
  omitted: { customFields: {} },
} as const;

export const opportunityEvents = {
  created: defineEvent({
    ...ofOpportunities,
    type: 'opportunity.created',
    label: 'Opportunity created',
    summary: 'An opportunity was created.',
    sample: { data: opportunity },
  }),
  updated: defineEvent({
    ...ofOpportunities,
    type: 'opportunity.updated',
    label: 'Opportunity updated',
    summary: 'An opportunity was changed.',
    previous: true,
    sample: { data: { ...opportunity, name: 'Fifty chairs' }, previous: { name: 'Forty chairs' } },
  }),
  stageChanged: defineEvent({
    ...ofOpportunities,
    type: 'opportunity.stage_changed',
    label: 'Opportunity moved to another stage',
    summary: 'An opportunity was moved to another stage or pipeline.',
    previous: true,
    sample: { data: { ...opportunity, stageId: 'offer' }, previous: { stageId: 'new' } },
  }),
  statusChanged: defineEvent({
    ...ofOpportunities,
    type: 'opportunity.status_changed',
    label: 'Opportunity won, lost or reopened',
    summary: 'An opportunity was won, lost or opened again.',
    previous: true,
    sample: { data: { ...opportunity, status: 'won' }, previous: { status: 'open' } },
  }),
  assigned: defineEvent({
    ...ofOpportunities,
    type: 'opportunity.assigned',
    label: 'Opportunity assigned',
    summary: 'An opportunity was assigned to another member.',
    previous: true,
    sample: { data: { ...opportunity, assignedTo: exampleId('userId') }, previous: { assignedTo: null } },
  }),
  valueChanged: defineEvent({
    ...ofOpportunities,
    type: 'opportunity.value_changed',
    label: 'Opportunity value changed',
    summary: 'The value of an opportunity was changed.',
    previous: true,
    sample: { data: { ...opportunity, value: '1350.00' }, previous: { value: '1200.00' } },
  }),
  deleted: defineEvent({
    ...ofOpportunities,
    type: 'opportunity.deleted',
    label: 'Opportunity deleted',
    summary: 'An opportunity was deleted.',
    sample: { data: opportunity },
  }),
};
