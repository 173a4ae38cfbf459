import { Readable } from 'node:stream';
import { AppError } from '../../../../../platform/errors/errors.js';
import type { ArrivingBody } from '../../../../../platform/graphql/arriving-body.js';
import type { Services } from '../../../../../platform/services.js';
import type { WebhookRequest } from '../../../../../rest/webhook-request.js';
import { type ReceivedFiles, receiveFiles } from '../receive-files.js';
import type { OpenForm } from './open-form.js';
import { FileOfForm, type Given } from './read-values.js';

/** What a request sends of a form. */
export interface Sent {
  given: Given;
  /** The same for the same bytes of files. */
  compared: Given;
  received: ReceivedFiles | null;
}

/**
 * Reads what was sent, with the files of a form that has some.
 * @throws AppError BAD_REQUEST, UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, QUOTA_EXCEEDED
 */
export async function readSubmission(
  services: Services,
  { workspaceId, definition }: OpenForm,
  request: WebhookRequest,
  body: ArrivingBody | undefined,
): Promise<Sent> {
  if (!request.isFileForm) {
    const data = await request.data((text) => services.json.parse(text, workspaceId));
    if (typeof data !== 'object' || data === null || Array.isArray(data))
      throw new AppError('BAD_REQUEST', 'The body must be the fields of the form: a form, or a JSON object.');
    return { given: data as Given, compared: data as Given, received: null };
  }
  const open = body ? body.open : () => Readable.from([request.bytes], { objectMode: false });
  const received = await receiveFiles(services, workspaceId, request, open);
  const { data, compared } = received;
  const files = new Set(definition.fields.flatMap(({ name, type }) => (type === 'file' ? [name] : [])));
  const stray = Object.entries(data).find(([name, value]) => hasFile(value) && !files.has(name));
  if (!stray) return { given: withFiles(data), compared, received };
  await received.discard();
  throw new AppError('BAD_REQUEST', `The form has no field ${stray[0].slice(0, 100)} for a file.`);
}

function withFiles(data: Given): Given {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, isFile(value) ? new FileOfForm(value) : value]),
  );
}

/** Forms have texts otherwise. */
function isFile(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasFile(value: unknown): boolean {
  return Array.isArray(value) ? value.some(isFile) : isFile(value);
}
