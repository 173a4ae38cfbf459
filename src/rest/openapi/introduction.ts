/**
 * What holds for every operation, in Markdown: `info.description`. The reader needs no other page to write a client.
 */
export const introduction = `
Automate the work of a team: flows run on events, schedules and webhooks, and read and write contacts, opportunities,
conversations and messages. This page says what all operations have in common.

## Base address

The base address is the URL of your server, for example \`https://automation.example.com\`. Most paths begin with
\`/workspaces/{workspaceId}\`; \`GET /workspaces\` lists the workspaces that you can use. Requests and responses are JSON in
UTF-8. Names are camelCase, IDs are UUIDs, times are ISO 8601 in UTC with milliseconds, and money and credits are decimal
numbers as strings: \`"12.500000"\`.

The same data is available over GraphQL at \`/graphql\`, with subscriptions over WebSocket and server-sent events.

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

## Envelope

A success has the result in \`data\`:

\`\`\`json
{ "success": true, "data": { "id": "0198c5d2-…", "name": "Welcome" } }
\`\`\`

Creating a record returns 201, starting work in the background 202, and everything else 200. Deleting a record returns its
\`id\`.

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
Unknown fields of a body are refused, unknown query parameters are ignored.

Clients that list \`application/problem+json\` in \`Accept\` get the same error as problem details of RFC 9457 (schema
\`Problem\`). Each response has an \`X-Request-Id\`; name it when you report a problem.

## Paging

Lists have \`page\` (from 1), \`limit\` (defaults to 20, at most 100; larger values count as 100), \`sortBy\` and \`sortOrder\`
(\`asc\` or \`desc\`). Most have \`search\` and filters. The newest records come first by default.

\`\`\`json
{ "success": true, "data": [], "pagination": { "page": 1, "limit": 20, "total": 0, "totalPages": 0 } }
\`\`\`

## Limits

By default each caller may send 600 requests per minute in each workspace. \`RateLimit-Limit\`, \`RateLimit-Remaining\` and
\`RateLimit-Reset\` report how many are left. A request over the limit gets 429 with \`Retry-After\` in seconds; 503 has it
too. Bodies have at most 1 MiB, flows and their templates 3 MiB, webhooks 5 MiB. Larger ones get 413.

## Idempotency

Send an \`Idempotency-Key\` of your choice, for example a UUID, with operations that have this header. If you repeat a request
with the same key within 24 hours, because the connection was lost or the response was 503, it is not done twice: you get the
first response again. The same key with another body gets 409 \`CONFLICT\`.

Reading and deleting can be repeated without a key. To avoid overwriting the change of someone else, send the \`version\` that
you loaded as \`expectedVersion\` when you change a flow.
`.trim();
