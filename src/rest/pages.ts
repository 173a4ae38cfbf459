import type { RequestHandler } from 'express';
import { acceptInvitePage, acceptInviteStart } from './accept-invite-page.js';
import { resetPasswordPage, resetPasswordStart, verifyEmailPage, verifyEmailStart } from './account-pages.js';
import { approvePage, approveStart } from './approve-page.js';
import { folderOfPage, serveBuiltFiles } from './built-files.js';
import { docsPage, docsStart } from './docs-page.js';
import { embedScript } from './hosted-page.js';
import { buildOpenApi, type OpenApiOptions } from './openapi/build-openapi.js';
import { unsubscribePage, unsubscribeStart } from './unsubscribe-page.js';

/** Texts that YAML reads as themselves without quotes. */
const plain = /^[A-Za-z$/_][\w$/.{}-]*(?: [\w$/.{}()-]+)*$/;
/** Texts that YAML, in any of its versions, reads as something else. */
const reserved = /^(?:true|false|null|yes|no|on|off|y|n|nan|inf)$/i;

/** A JSON value as YAML: the same document, in blocks. Texts that could be read in two ways are quoted as in JSON. */
function toYaml(value: unknown): string {
  return `${block(value, '').trimStart()}\n`;
}

/** The value as it stands behind a key or a dash, with the space or line feed before it. */
function block(value: unknown, indent: string): string {
  if (Array.isArray(value) && value.length > 0) {
    return value.map((item) => `\n${indent}-${block(item, `${indent}  `)}`).join('');
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const entries = Object.entries(value).filter(([, one]) => one !== undefined);
    if (entries.length > 0)
      return entries.map(([key, one]) => `\n${indent}${scalar(key)}:${block(one, `${indent}  `)}`).join('');
  }
  return ` ${scalar(value)}`;
}

function scalar(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value) ?? 'null';
  return plain.test(value) && !reserved.test(value) ? value : JSON.stringify(value);
}

// The scripts of the pages create styles and images; scripts and connections to other hosts are not allowed.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Serves `/openapi.json`, `/openapi.yaml`, `/docs`, `/graphiql`, and the pages of mailed links. `/` leads to `start`. Every file comes from this
 * server, and the content security policy prevents requests to other hosts. They also work below a path of a proxy.
 */
export function servePages(options: OpenApiOptions & { start: 'app' | 'docs' }): RequestHandler {
  // Built when one is asked for, not at every start.
  const openApi = whenAsked(() => textFile('application/json', JSON.stringify(buildOpenApi(options))));
  const openApiInYaml = whenAsked(() => textFile('application/yaml', toYaml(buildOpenApi(options))));
  // A single map lookup, because every other request passes here too.
  const pages = new Map<string, RequestHandler>([
    ['/openapi.json', openApi],
    ['/openapi.yaml', openApiInYaml],
    ['/', redirect(options.start, 302)],
    ['/docs', textFile('text/html', docsPage)],
    ['/docs/', redirect('../docs')],
    ['/docs/start.js', textFile('text/javascript', docsStart)],
    ['/graphiql', textFile('text/html', graphiqlPage)],
    ['/graphiql/', redirect('../graphiql')],
    ['/graphiql/start.js', textFile('text/javascript', graphiqlStart)],
    ['/accept-invite', textFile('text/html', acceptInvitePage)],
    ['/accept-invite/start.js', textFile('text/javascript', acceptInviteStart)],
    ['/approve', textFile('text/html', approvePage)],
    ['/approve/start.js', textFile('text/javascript', approveStart)],
    ['/reset-password', textFile('text/html', resetPasswordPage)],
    ['/reset-password/start.js', textFile('text/javascript', resetPasswordStart)],
    ['/forms/embed.js', forOtherOrigins(textFile('text/javascript', embedScript))],
    ['/unsubscribe', textFile('text/html', unsubscribePage)],
    ['/unsubscribe/start.js', textFile('text/javascript', unsubscribeStart)],
    ['/verify-email', textFile('text/html', verifyEmailPage)],
    ['/verify-email/start.js', textFile('text/javascript', verifyEmailStart)],
  ]);
  return (request, response, next) => {
    const { method, path } = request;
    const serve = pages.get(path) ?? folders.find(([start]) => path.startsWith(start))?.[1];
    return serve && (method === 'GET' || method === 'HEAD') ? serve(request, response, next) : next();
  };
}

/** The files of Swagger UI and GraphiQL by the start of their paths. */
const folders = ['/docs/', '/graphiql/static/'].map((path): [string, RequestHandler] => [
  path,
  serveBuiltFiles({ folder: folderOfPage(path.split('/')[1] as string), path, policy }),
]);

/** Creates a handler at its first request. */
function whenAsked(create: () => RequestHandler): RequestHandler {
  let handler: RequestHandler | undefined;
  return (...args) => {
    handler ??= create();
    return handler(...args);
  };
}

function textFile(type: string, text: string): RequestHandler {
  // One buffer, which is compressed once.
  const body = Buffer.from(text);
  return (_request, response) => {
    response.set('content-security-policy', policy);
    response.type(type).end(body);
  };
}

/** Lets pages of other origins load a script. */
function forOtherOrigins(serve: RequestHandler): RequestHandler {
  return (request, response, next) => {
    response.set('cross-origin-resource-policy', 'cross-origin');
    return serve(request, response, next);
  };
}

/** URLs inside the pages are relative to a path without a trailing slash. */
function redirect(target: string, status = 301): RequestHandler {
  return (_request, response) => response.redirect(status, target);
}

const graphiqlPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Workspace automation GraphQL</title>
<link rel="icon" type="image/png" href="docs/favicon-32x32.png">
<link rel="stylesheet" href="graphiql/static/ruru.css">
<style>body { margin: 0 } #ruru-root { height: 100vh }</style>
</head>
<body>
<div id="ruru-root"></div>
<script type="module" src="graphiql/start.js"></script>
</body>
</html>
`;

const graphiqlStart = `const files = new URL('static/', import.meta.url);
const workers = { json: 'jsonWorker.js', graphql: 'graphqlWorker.js' };
globalThis.MonacoEnvironment = {
  getWorker: (_, label) => new Worker(new URL(workers[label] ?? 'editorWorker.js', files), { type: 'module' }),
};
const { React, createRoot, Ruru } = await import(new URL('ruru.js', files).href);
const endpoint = new URL('../graphql', import.meta.url).href;
const defaultQuery = \`# Enter an API key or an access token after "Bearer " under Headers, then run the query.
{
  workspaces {
    items {
      id
      name
      flows {
        items { id name isActive webhookUrl }
      }
    }
  }
}
\`;
createRoot(document.getElementById('ruru-root')).render(
  React.createElement(Ruru, {
    staticPath: files.href,
    endpoint,
    subscriptionEndpoint: endpoint.replace(/^http/, 'ws'),
    debugTools: [],
    defaultQuery,
    defaultHeaders: '{"authorization": "Bearer "}',
  }),
);
`;
