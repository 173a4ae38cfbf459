import { exampleId } from '../../../platform/example-id.js';
import {
  CancelJobDocument,
  ChangeManyContactsDocument,
  ChangeManyExecutionsDocument,
  ChangeManyFlowsDocument,
  ChangeManyOpportunitiesDocument,
  CreateExportDocument,
  CreateImportDocument,
  GetJobCsvDocument,
  GetJobJsonLinesDocument,
} from '../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../rest/route.js';

const going =
  'The answer is the job, which goes on without its client: get it, or subscribe to `jobUpdated`, to see how far it is.';

const changing = (words: string) =>
  `Does the same to all ${words} that \`filter\` selects of those that exist now, or to those in \`ids\`. ${going}`;

export const routes = workspaceRoutes({
  'POST /exports': route({
    operation: CreateExportDocument,
    summary: 'Create an export',
    description: `Writes the records that \`filter\` selects into a file, which \`resultUrl\` of the completed job serves for a week; the newest 20 exports are kept. ${going}`,
    example: { body: { resource: 'contacts', filter: { status: { eq: 'customer' } }, format: 'csv' } },
    fails: ['FORBIDDEN'],
    data: (result) => result.createExport,
    status: 202,
  }),
  'POST /imports': route({
    operation: CreateImportDocument,
    summary: 'Create an import',
    description: `Creates or updates records from CSV (\`text/csv\`), JSON lines (\`application/x-ndjson\`), or a form with such a file (\`multipart/form-data\`), at most 20 MiB. Columns are fields in any spelling; other columns of contacts become custom fields. Rows with violations are not stored: \`errors\` of the job names their lines. ${going}`,
    variables: ({ query, headers, raw }) => ({
      input: {
        resource: query.resource,
        existing: query.existing,
        contentType: headers['content-type'],
        content: raw.text,
        base64: raw.base64,
      },
    }),
    rawBody: true,
    accepts: ['text/csv', 'application/x-ndjson', 'multipart/form-data'],
    example: { body: 'name,email,tags\nEva Ruiz,eva@example.com,newsletter;vip\n' },
    maxBody: 20 * 1024 * 1024,
    fails: ['UNSUPPORTED_MEDIA_TYPE'],
    data: (result) => result.createImport,
    status: 202,
  }),
  'POST /contacts/bulk': route({
    operation: ChangeManyContactsDocument,
    summary: 'Change many contacts',
    description: changing('contacts'),
    example: {
      body: {
        filter: { company: { eq: 'Acme' } },
        action: 'addTags',
        data: { tags: ['vip'] },
      },
    },
    data: (result) => result.changeManyContacts,
    status: 202,
  }),
  'POST /opportunities/bulk': route({
    operation: ChangeManyOpportunitiesDocument,
    summary: 'Change many opportunities',
    description: changing('opportunities'),
    example: {
      body: {
        ids: [exampleId('opportunityId')],
        action: 'update',
        data: { value: '1250.00' },
      },
    },
    data: (result) => result.changeManyOpportunities,
    status: 202,
  }),
  'POST /flows/bulk': route({
    operation: ChangeManyFlowsDocument,
    summary: 'Change many flows',
    description: changing('flows'),
    example: {
      body: {
        ids: [exampleId('flowId')],
        action: 'addTags',
        data: { tags: ['sales'] },
      },
    },
    data: (result) => result.changeManyFlows,
    status: 202,
  }),
  'POST /flows/executions/bulk': route({
    operation: ChangeManyExecutionsDocument,
    summary: 'Change many executions',
    description: changing('executions'),
    example: {
      body: {
        filter: { flowId: exampleId('flowId'), status: 'failed' },
        action: 'retry',
        data: { version: 'current' },
      },
    },
    data: (result) => result.changeManyExecutions,
    status: 202,
  }),
  'POST /jobs/:jobId/cancel': route({
    operation: CancelJobDocument,
    summary: 'Cancel a job',
    description: 'The step in progress is completed, and what was done stays done.',
    fails: ['CONFLICT', 'FORBIDDEN'],
    data: (result) => result.cancelJob,
  }),
  'GET /jobs/:jobId/result.csv': route({
    operation: GetJobCsvDocument,
    summary: 'Get the CSV file of an export',
    fails: ['FORBIDDEN', 'CONFLICT'],
    data: (result) => result.workspace.jobResult,
    text: { type: 'text/csv', filename: 'export.csv' },
  }),
  'GET /jobs/:jobId/result.jsonl': route({
    operation: GetJobJsonLinesDocument,
    summary: 'Get the JSON lines of an export',
    fails: ['FORBIDDEN', 'CONFLICT'],
    data: (result) => result.workspace.jobResult,
    text: { type: 'application/x-ndjson', filename: 'export.jsonl' },
  }),
});
