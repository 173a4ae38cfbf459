import { AppError, type ErrorCode } from '../platform/errors/errors.js';
import { WebhookMethod, type WebhookRequestInput } from '../platform/graphql/webhook-request.input.js';
import { encodingViolation, isJson, type ParseJson, parseJson } from './request-body.js';

const formType = /^\s*multipart\/form-data\s*(;|$)/i;
const fileType =
  /^\s*((image|audio|video|font)\/[\w.+-]+|application\/(octet-stream|pdf|zip|gzip|x-tar|x-gzip|x-zip-compressed|x-7z-compressed|msword|rtf|vnd\.(ms-|openxmlformats-|oasis\.opendocument\.)[\w.+-]+))\s*(;|$)/i;

/** Whether a body is a form with files, or a file: media types whose bytes are no text. */
export function isFileBody(contentType: string): boolean {
  return formType.test(contentType) || fileType.test(contentType);
}

/** A webhook call as it was received over HTTP. */
export class WebhookRequest {
  readonly #headers: ReadonlyMap<string, string>;

  constructor(readonly input: WebhookRequestInput) {
    const headers = Object.entries(input.headers).filter(([, value]) => typeof value === 'string');
    this.#headers = new Map(headers.map(([name, value]) => [name.toLowerCase(), value as string]));
  }

  get method(): WebhookMethod {
    return this.input.method ?? WebhookMethod.POST;
  }

  /** What follows the path of webhooks, without slashes around it; may be empty. */
  get path(): string {
    return (this.input.path ?? '').replace(/^\/+|\/+$/g, '');
  }

  /** The parameters of the query string, repeated ones as a list. */
  get query(): Record<string, string | string[]> {
    return readForm(this.input.query ?? '');
  }

  /** By lower-case name. */
  get headers(): ReadonlyMap<string, string> {
    return this.#headers;
  }

  header(name: string): string | undefined {
    return this.#headers.get(name.toLowerCase());
  }

  get isForm(): boolean {
    return /^\s*application\/x-www-form-urlencoded\s*(;|$)/i.test(this.header('content-type') ?? '');
  }

  /** Whether the body is a form that can have files. */
  get isFileForm(): boolean {
    return formType.test(this.header('content-type') ?? '');
  }

  /** The bytes of the body. */
  get bytes(): Buffer {
    return Buffer.from(this.input.body ?? '', this.input.base64 ? 'base64' : 'utf8');
  }

  /**
   * The body as trigger data: any JSON value, the fields of a form, repeated ones as a list, or a text. Other bodies are
   * not read: of them, and without a body, it is an empty object.
   * @param parse parses long JSON elsewhere
   * @throws AppError BAD_REQUEST, UNSUPPORTED_MEDIA_TYPE
   */
  async data(parse: ParseJson): Promise<unknown> {
    const body = this.input.body ?? '';
    if (body === '') return {};
    const encoded = encodingViolation(this.header('content-encoding'));
    if (encoded) throw encoded;
    if (this.isForm) return readForm(this.bytes.toString());
    const type = this.header('content-type') ?? '';
    const isText = /^\s*text\//i.test(type);
    if (!isText && !isJson(type)) return {};
    if (this.input.base64)
      throw refusal('BAD_REQUEST', 'It must be valid UTF-8 without NUL bytes. Send JSON and text in UTF-8.');
    if (isText) return body;
    const { value, violation } = await parseJson(body, parse);
    if (violation) throw violation;
    return value;
  }
}

function readForm(text: string): Record<string, string | string[]> {
  const fields = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const known = fields.get(name);
    if (known === undefined) fields.set(name, value);
    else if (Array.isArray(known)) known.push(value);
    else fields.set(name, [known, value]);
  }
  return Object.fromEntries(fields);
}

function refusal(code: ErrorCode, message: string): AppError {
  return new AppError(code, `The body could not be read. ${message}`);
}
