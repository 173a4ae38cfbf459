/** The contact in the output of simulations. */
export const sampleContact = {
  id: '01970000-0000-7000-8000-000000000003',
  name: 'Sample contact',
  email: 'sample@example.com',
  phone: '+34600000001',
  status: 'lead',
  tags: ['newsletter'],
};

/** The opportunity in the output of simulations. */
export const sampleOpportunity = {
  id: '01970000-0000-7000-8000-000000000007',
  name: 'Sample opportunity',
  pipelineId: '01970000-0000-7000-8000-000000000008',
  stageId: 'first',
  contactId: sampleContact.id,
  value: '100.00',
  status: 'open',
};
