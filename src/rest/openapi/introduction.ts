import { npmPackage, wheelOf } from '../client-packages.js';

/**
 * What holds for every operation, in Markdown: `info.description`. The reader needs no other page to write a client.
 * @param version of the server
 */
export const introduce = (version: string) =>
  `
Automate the work of a team: flows run on events, schedules and webhooks, and read and write contacts, opportunities,
conversations and messages. This page says what all operations have in common.

## Base address

The base address is the URL of your server, for example \`https://automation.example.com\`. Most paths begin with
\`/workspaces/{workspaceId}\`; \`GET /workspaces\` lists the workspaces that you can use. Requests and responses are JSON in
UTF-8. Names are camelCase, IDs are UUIDs, times are ISO 8601 in UTC with milliseconds, and money and credits are decimal
numbers as strings: \`"12.500000"\`.

This document is at \`/openapi.json\` and \`/openapi.yaml\`. The same data is available over GraphQL at \`/graphql\`, with
subscriptions over WebSocket and server-sent events.

## Credentials

Send \`Authorization: Bearer …\` with one of

- an **API key** (\`wak_…\`) of a workspace, for programs. \`POST /workspaces/{workspaceId}/api-keys\` returns it once. It has
  the capabilities that you choose, as long as its creator has them too.
- an **access token** of a user, from \`POST /auth/login\`. It is valid for 15 minutes. \`POST /auth/refresh\` returns the next
  one for the HttpOnly cookie \`wa_refresh\` that the login has set.

Each operation names the capability that it requires. Webhooks (\`POST /flows/run\`) need only the token in their URL.

\`\`\`sh
curl -s https://automation.example.com/workspaces -H 'authorization: Bearer wak_…'
\`\`\`

## Clients

Your server has typed clients for these operations, which repeat requests safely and read whole lists; the one for Node and browsers
also receives live events.

\`\`\`sh
npm install https://automation.example.com${npmPackage}
pip install https://automation.example.com${wheelOf(version)}
\`\`\`

## Envelope

A success has the result in \`data\`:

\`\`\`json
{ "success": true, "data": { "id": "0198c5d2-…", "name": "Welcome" } }
\`\`\`

Creating a record returns 201 with its URL in \`Location\`, starting work in the background 202, and everything else 200.
Deleting a record returns its \`id\`. Responses over 1 KiB are compressed for clients that list \`br\` or \`gzip\` in
\`Accept-Encoding\`.

## Errors

A failure has an \`error\` with a code for programs and a message for people. The message says what is wrong and what is
accepted. \`details\` lists every violation, with the \`field\` or the \`rule\`.

\`\`\`json
{
  "success": false,
  "error": {
    "code": "VALIDATION_FAILED",
    "message": "name is required.",
    "details": [{ "field": "name", "message": "name is required." }],
    "requestId": "7b6f2c0e-…"
  }
}
\`\`\`

Checks run in this order, and the first that fails decides: credential (401), kind of credential (403), workspace (404),
capability (403), ID in the path (404), body (400). A record that you cannot access gives 404, like one that does not exist.
Unknown fields of a body are refused. Unknown query parameters are ignored, and named in \`X-Ignored-Parameters\`; with
\`Prefer: handling=strict\` they are refused too. Rules that a schema cannot state are listed as \`x-business-rules\` of the
operation; \`details\` names them in \`rule\`.

Clients that list \`application/problem+json\` in \`Accept\` get the same error as problem details of RFC 9457 (schema
\`Problem\`). Each response has an \`X-Request-Id\`; name it when you report a problem.

## Paging

Lists have \`page\` (from 1), \`limit\` (defaults to 20, at most 100; larger values count as 100), \`sortBy\` and \`sortOrder\`
(\`asc\` or \`desc\`), and \`search\`. Most have filters. The newest records come first by default. \`Link\` has the URLs of
the pages \`first\`, \`prev\`, \`next\` and \`last\`.

\`\`\`json
{
  "success": true,
  "data": [],
  "pagination": { "page": 1, "limit": 20, "total": 0, "totalPages": 0, "nextCursor": null }
}
\`\`\`

To read a whole list while records are added, send \`nextCursor\` as \`cursor\` instead of \`page\` until it is null. Each page
then begins behind the last record of the one before. Keep filters and sorting the same.

## Limits

By default each caller may send 600 requests per minute in each workspace. \`RateLimit-Limit\`, \`RateLimit-Remaining\` and
\`RateLimit-Reset\`, and \`RateLimit\` with \`RateLimit-Policy\`, report how many are left. A request over the limit gets 429 with \`Retry-After\` in seconds; 503 has it
too. Bodies have at most 1 MiB, flows and their templates 3 MiB, webhooks 5 MiB. Larger ones get 413.

## Idempotency

Send an \`Idempotency-Key\` of your choice, for example a UUID, with any POST, PATCH, PUT or DELETE that changes something. (Where nothing
is changed, as by \`validate\` and \`evaluate\`, it is ignored.) If you repeat the request
with the same key within 24 hours, because the connection was lost or the response was 503, it is not done twice: you get the
first response again, with \`Idempotency-Replayed: true\`. The same key with another body, or while the first request still
runs, gets 409 \`CONFLICT\`.

## Changes by others

A single record has an \`ETag\`. Send it in \`If-None-Match\` to get 304 without a body while the record is the same, and in
\`If-Match\` when you change the record: if someone else has changed it since, you get 412 \`PRECONDITION_FAILED\` with the
current \`ETag\`. PATCH and PUT return the new one. You may send back a record as you read it, with your changes: fields that
only the server sets are accepted unchanged. Flows also take the \`version\` that you read as \`expectedVersion\`.

## Many records

\`POST …/batch\` creates, changes and deletes up to 100 contacts or opportunities, all or none of them with \`atomic\`.
\`POST /workspaces/{workspaceId}/flows/executions/retry\` and \`…/cancel\` take a filter; \`dryRun\` only counts.

## Events

\`POST /workspaces/{workspaceId}/webhooks\` subscribes a URL of yours to events. The server sends each one at least once, signed
by the rules of Standard Webhooks, and tries for three days. \`GET …/deliveries\` shows what was sent and answered.
\`POST /workspaces/{workspaceId}/events\` publishes an event of your own: it starts flows, and goes to webhooks too.
`.trim();
