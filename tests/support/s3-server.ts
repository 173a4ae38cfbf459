import { createHash, createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Environment } from '../../src/config/index.js';
import type { StorageSettings } from '../../src/platform/object-storage/index.js';

/**
 * An object storage with one bucket, `backups`, which verifies signatures (AWS Signature Version 4), hashes of contents and the rules of
 * multipart uploads as S3 does.
 */
export interface S3Server {
  settings: StorageSettings;
  /** The variables with which commands reach it. */
  environment: Environment;
  objects: Map<string, StoredVersion>;
  /** Multipart uploads that were neither completed nor aborted, by ID. */
  uploads: Map<string, Upload>;
  /** What was requested, as `METHOD parameters`. */
  requests: string[];
  /** Called before a request is answered; true if it has answered itself. */
  intercept: ((request: IncomingMessage, response: ServerResponse) => boolean) | null;
  close(): Promise<void>;
}

interface StoredVersion {
  body: Buffer;
  tag: string;
}

interface Upload {
  key: string;
  parts: Map<number, StoredVersion>;
}

const credentials = { accessKeyId: 'AKTEST', secretAccessKey: 'secret/of+the key', sessionToken: 'token of a session' };
const region = 'eu-test-1';
const leastPart = 1024;

class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(code);
  }
}

export async function startS3Server(): Promise<S3Server> {
  const [objects, uploads] = [new Map<string, StoredVersion>(), new Map<string, Upload>()];
  const server = createServer(async (request, response) => {
    const url = new URL(`http://${request.headers.host}${request.url}`);
    made.requests.push(`${request.method} ${[...url.searchParams.keys()].join(' ')}`.trim());
    if (made.intercept?.(request, response)) return;
    try {
      const body = await buffer(request);
      verifySignature(request, url, body);
      answer(request, response, url, body);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      response.writeHead(error.status, { 'content-type': 'application/xml' });
      response.end(request.method === 'HEAD' ? '' : `<Error><Code>${error.code}</Code><Message>No.</Message></Error>`);
    }
  });

  function answer({ method, headers }: IncomingMessage, response: ServerResponse, url: URL, body: Buffer): void {
    const [, bucket, ...path] = url.pathname.split('/').map(decodeURIComponent);
    const key = path.join('/');
    if (bucket !== 'backups') throw new Refusal(404, 'NoSuchBucket');
    const [id, part] = [url.searchParams.get('uploadId'), Number(url.searchParams.get('partNumber'))];
    if (method === 'POST' && url.searchParams.has('uploads')) {
      const uploadId = randomUUID();
      uploads.set(uploadId, { key, parts: new Map() });
      response.end(`<InitiateMultipartUploadResult><UploadId>${uploadId}</UploadId></InitiateMultipartUploadResult>`);
    } else if (id !== null) {
      const upload = uploads.get(id);
      if (upload?.key !== key) throw new Refusal(404, 'NoSuchUpload');
      if (method === 'PUT') response.setHeader('etag', store(upload.parts, part, body));
      else if (method === 'DELETE') uploads.delete(id);
      else complete(id, upload, body.toString(), headers['if-none-match']);
      response.end('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>');
    } else if (method === 'DELETE') {
      objects.delete(key);
      response.writeHead(204).end();
    } else read(objects.get(key), headers, method === 'HEAD', response);
  }

  function complete(id: string, { key, parts }: Upload, asked: string, condition: string | undefined): void {
    const listed = [...asked.matchAll(/<Part><PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag><\/Part>/g)];
    const found = listed.map(([, number, tag]) => ({ part: parts.get(Number(number)), tag }));
    if (found.some(({ part, tag }) => !part || part.tag !== tag)) throw new Refusal(400, 'InvalidPart');
    const bodies = found.map(({ part }) => (part as StoredVersion).body);
    if (bodies.slice(0, -1).some(({ length }) => length < leastPart)) throw new Refusal(400, 'EntityTooSmall');
    if (condition === '*' && objects.has(key)) throw new Refusal(412, 'PreconditionFailed');
    store(objects, key, Buffer.concat(bodies));
    uploads.delete(id);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  const made: S3Server = {
    settings: { endpoint, region, ...credentials, firstPauseMs: 1 },
    objects,
    uploads,
    requests: [],
    environment: {
      AWS_ENDPOINT_URL: endpoint,
      AWS_REGION: region,
      AWS_SESSION_TOKEN: sessionToken,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    },
    intercept: null,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return made;
}

function store<K>(into: Map<K, StoredVersion>, key: K, body: Buffer): string {
  const tag = `"${createHash('md5').update(body).digest('hex')}"`;
  into.set(key, { body, tag });
  return tag;
}

function read(
  found: StoredVersion | undefined,
  { range, 'if-match': condition }: IncomingMessage['headers'],
  isHead: boolean,
  response: ServerResponse,
): void {
  if (!found) throw new Refusal(404, 'NoSuchKey');
  if (condition !== undefined && condition !== found.tag) throw new Refusal(412, 'PreconditionFailed');
  const [, from = '0', to] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
  if (range !== undefined && Number(from) >= found.body.length) throw new Refusal(416, 'InvalidRange');
  const rest = found.body.subarray(Number(from), to ? Number(to) + 1 : undefined);
  response.writeHead(range === undefined ? 200 : 206, { etag: found.tag, 'content-length': rest.length });
  response.end(isHead ? undefined : rest);
}

/** As https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html describes it. */
function verifySignature({ method, headers }: IncomingMessage, url: URL, body: Buffer): void {
  const [, key, scope = '', signedHeaders = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  if (key !== credentials.accessKeyId) throw new Refusal(403, 'InvalidAccessKeyId');
  if (headers['x-amz-security-token'] !== credentials.sessionToken) throw new Refusal(400, 'InvalidToken');
  const [date, at] = [scope.split('/')[0] ?? '', String(headers['x-amz-date'])];
  if (scope !== `${date}/${region}/s3/aws4_request`) throw new Refusal(400, 'AuthorizationHeaderMalformed');
  const hash = String(headers['x-amz-content-sha256']);
  if (hash !== sha256(body)) throw new Refusal(400, 'XAmzContentSHA256Mismatch');
  const names = signedHeaders.split(';');
  const required = Object.keys(headers).filter((name) => name.startsWith('x-amz-') || name === 'host');
  if (required.some((name) => !names.includes(name))) throw new Refusal(403, 'AccessDenied');
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort();
  const canonical = [
    method,
    url.pathname
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    query.join('&'),
    ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signedHeaders,
    hash,
  ].join('\n');
  const text = ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n');
  const signing = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${credentials.secretAccessKey}`);
  if (hmac(signing, text).toString('hex') !== signature) throw new Refusal(403, 'SignatureDoesNotMatch');
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
