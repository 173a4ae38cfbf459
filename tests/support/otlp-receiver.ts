import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

type Value = { stringValue?: string; intValue?: number | string; doubleValue?: number; boolValue?: boolean };
type Attributes = { key: string; value: Value }[];

/** A span as it was exported. */
export interface ReceivedSpan {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  links: { traceId: string; spanId: string }[];
  attributes: Record<string, string | number | boolean | undefined>;
  failed: boolean;
}

interface ReceivedMetric {
  name: string;
  unit: string;
  points: { attributes: Record<string, unknown>; value: number | undefined; count: number | undefined }[];
}

/** A collector that accepts OTLP over HTTP, as JSON. */
export interface OtlpReceiver {
  url: string;
  spans: ReceivedSpan[];
  metrics: Map<string, ReceivedMetric>;
  resources: Record<string, unknown>[];
  requests: Pick<IncomingMessage, 'url' | 'headers'>[];
  /** What it answers with. Defaults to 200. */
  status: number;
  close(): void;
}

export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      receiver.requests.push({ url: request.url ?? '', headers: request.headers });
      if (receiver.status === 200) receive(receiver, JSON.parse(Buffer.concat(chunks).toString()));
      response.writeHead(receiver.status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: OtlpReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    metrics: new Map(),
    resources: [],
    requests: [],
    status: 200,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
}

// biome-ignore lint/suspicious/noExplicitAny: the shape is that of the protocol, and the tests check it.
type Json = any;

function receive({ spans, metrics, resources }: OtlpReceiver, body: Json): void {
  for (const { resource, scopeSpans } of body.resourceSpans ?? []) {
    resources.push(plain(resource.attributes));
    for (const span of scopeSpans.flatMap((scope: Json) => scope.spans)) {
      const { name, kind, traceId, spanId, parentSpanId, links = [] } = span;
      const failed = span.status?.code === 2;
      spans.push({ name, kind, traceId, spanId, parentSpanId, links, attributes: plain(span.attributes), failed });
    }
  }
  for (const { scopeMetrics } of body.resourceMetrics ?? []) {
    for (const { name, unit, sum, gauge, histogram } of scopeMetrics.flatMap((scope: Json) => scope.metrics)) {
      const points = (sum ?? gauge ?? histogram).dataPoints.map((point: Json) => ({
        attributes: plain(point.attributes),
        value: point.asDouble ?? point.asInt ?? point.sum,
        count: point.count === undefined ? undefined : Number(point.count),
      }));
      // What has ended has no points any more.
      if (points.length > 0) metrics.set(name, { name, unit, points });
    }
  }
}

function plain(attributes: Attributes = []): ReceivedSpan['attributes'] {
  return Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue, doubleValue, boolValue } }) => [
      key,
      stringValue ?? (intValue === undefined ? undefined : Number(intValue)) ?? doubleValue ?? boolValue,
    ]),
  );
}
