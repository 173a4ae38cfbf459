import { GetFormDocument, SubmitFormDocument } from '../../../../../rest/generated/operations.js';
import { responseOf } from '../../../../../rest/page-response.js';
import { type RestRequest, rootRoutes, route } from '../../../../../rest/route.js';
import { bytesInOneRequest } from '../../../files/index.js';

/** What a form has besides its files. */
const formBytes = 1024 * 1024;

const isFileForm = (contentType: string) => /^\s*multipart\/form-data\s*(;|$)/i.test(contentType);

const variables =
  (method: 'GET' | 'POST') =>
  ({ params, rawQuery, headers, raw }: RestRequest) => ({
    token: params.token,
    request: { method, query: rawQuery, headers, body: raw.text, base64: raw.base64 },
  });

export const formRoutes = rootRoutes({
  'GET /forms/:token': route({
    operation: GetFormDocument,
    summary: 'Get a form',
    description:
      'The page of `trigger.form` or `wait.form` for browsers, which accept `text/html`; for others the form as JSON. No API key is needed. A form that does not exist, or whose flow is paused, is 404; that of a step that has not begun 409, and one that is over 410.',
    rawBody: true,
    variables: variables('GET'),
    fails: ['NOT_FOUND', 'CONFLICT', 'GONE', 'MISDIRECTED_REQUEST'],
    example: { params: { token: 'f3a1…' } },
    response: ({ form: { page } }) => responseOf(page),
    data: (result) => result.form.form,
  }),
  'POST /forms/:token': route({
    operation: SubmitFormDocument,
    summary: 'Submit a form',
    description:
      'From the page the fields of a form, with its files as `multipart/form-data`, of at most 50 MiB; the answer is a page, with the status 422 if fields are not valid. Programs send the fields as a JSON object, without files, and do not accept `text/html`. No API key is needed.',
    rawBody: true,
    variables: ({ headers, ...request }) => ({
      ...variables('POST')({ headers, ...request }),
      idempotencyKey: headers['idempotency-key'],
    }),
    fails: ['NOT_FOUND', 'CONFLICT', 'GONE', 'FORM_INVALID', 'MISDIRECTED_REQUEST', 'QUOTA_EXCEEDED'],
    example: { params: { token: 'f3a1…' }, body: { name: 'Ana', email: 'ana@example.com' } },
    response: ({ submitForm: { page } }) => responseOf(page),
    data: (result) => result.submitForm.sent,
    arriving: { is: isFileForm, maxBody: bytesInOneRequest + formBytes },
  }),
});
