import { AppError, type ErrorCode } from '../platform/errors/errors.js';
import type { WebhookRequestInput } from '../platform/graphql/webhook-request.input.js';
import { encodingViolation, isJson, type ParseJson, parseJson } from './request-body.js';

/** A webhook call as it was received over HTTP. */
export class WebhookRequest {
  readonly #headers: ReadonlyMap<string, string>;

  constructor(readonly input: WebhookRequestInput) {
    const headers = Object.entries(input.headers).filter(([, value]) => typeof value === 'string');
    this.#headers = new Map(headers.map(([name, value]) => [name.toLowerCase(), value as string]));
  }

  header(name: string): string | undefined {
    return this.#headers.get(name.toLowerCase());
  }

  /** The bytes of the body. */
  get bytes(): Buffer {
    return Buffer.from(this.input.body ?? '', this.input.base64 ? 'base64' : 'utf8');
  }

  /**
   * The body as trigger data: any JSON value, or the fields of a form, repeated ones as a list.
   * @param parse parses long JSON elsewhere
   * @throws AppError BAD_REQUEST, UNSUPPORTED_MEDIA_TYPE
   */
  async data(parse: ParseJson): Promise<unknown> {
    const body = this.input.body ?? '';
    if (body === '') return {};
    const encoded = encodingViolation(this.header('content-encoding'));
    if (encoded) throw encoded;
    const type = this.header('content-type');
    if (/^\s*application\/x-www-form-urlencoded\s*(;|$)/i.test(type ?? '')) return readForm(this.bytes.toString());
    if (!isJson(type)) {
      throw refusal(
        'BAD_REQUEST',
        'Send JSON with Content-Type: application/json, or a form as application/x-www-form-urlencoded.',
      );
    }
    if (this.input.base64)
      throw refusal('BAD_REQUEST', 'It must be valid UTF-8 without NUL bytes. Send JSON in UTF-8.');
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
