export const docsPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Workspace automation API</title>
<link rel="icon" type="image/png" href="docs/favicon-32x32.png">
<link rel="stylesheet" href="docs/swagger-ui.css">
<style>body { margin: 0 }</style>
</head>
<body>
<div id="docs"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script type="module" src="docs/start.js"></script>
</body>
</html>
`;

// Requests go to the server of the page, under the host name that the browser used. Without validatorUrl: null the page
// would send the document to a public validator. Credentials stay in the tab: sessionStorage ends with it.
export const docsStart = `const base = new URL('..', import.meta.url);
const document = await (await fetch(new URL('openapi.json', base))).json();
const address = base.href.replace(/\\/$/, '');
document.servers = [{ url: address }];
document.info.description = document.info.description.replaceAll('https://automation.example.com', address);
const kept = 'authorization';
const keptAuth = () => JSON.parse(sessionStorage.getItem(kept) ?? '{}');
const keep = (auth) => sessionStorage.setItem(kept, JSON.stringify(auth));

// The IDs of examples are replaced by those of the caller's first records.
async function useOwnRecords(token) {
  const read = async (path) => {
    const answer = await fetch(base.href + path.slice(1) + '?limit=1', { headers: { authorization: 'Bearer ' + token } });
    return answer.ok ? (await answer.json()).data?.[0]?.id : undefined;
  };
  const own = [];
  const workspaceId = await read('/workspaces');
  if (!workspaceId) return;
  const workspace = document.components.parameters.WorkspaceId.example;
  own.push([workspace, workspaceId]);
  const prefix = '/workspaces/{workspaceId}/';
  await Promise.all(Object.keys(document.paths).map(async (path) => {
    const list = path.replace(/\\/\\{\\w+\\}$/, '');
    if (list === path || list.slice(prefix.length).includes('{') || !path.startsWith(prefix)) return;
    if (!document.paths[list]?.get) return;
    const example = Object.values(document.paths[path])[0].parameters?.find(({ name }) => path.endsWith('{' + name + '}'))?.example;
    const id = example && (await read(list.replace('{workspaceId}', workspaceId)));
    if (id) own.push([example, id]);
  }));
  const text = own.reduce((all, [example, id]) => all.replaceAll(example, id), JSON.stringify(document));
  ui.specActions.updateJsonSpec(JSON.parse(text));
}

let used;
function start(auth) {
  keep({ ...keptAuth(), ...auth });
  const { value } = auth.accessToken ?? auth.apiKey ?? {};
  if (typeof value !== 'string' || value === used) return;
  used = value;
  useOwnRecords(value).catch(console.error);
}

function useToken(value) {
  const auth = { accessToken: { name: 'accessToken', schema: document.components.securitySchemes.accessToken, value } };
  start(auth);
  ui.authActions.authorize(auth);
}

const keepsAuth = () => ({
  statePlugins: {
    auth: {
      wrapActions: {
        authorizeWithPersistOption: (original) => (auth) => {
          start(auth);
          return original(auth);
        },
        logoutWithPersistOption: (original) => (names) => {
          const auth = keptAuth();
          for (const name of names) delete auth[name];
          keep(auth);
          return original(names);
        },
      },
    },
  },
});

const headersOf = (request) => Object.fromEntries(Object.entries(request.get('headers')?.toJS() ?? {}));
const bodyOf = (request) => {
  const body = request.get('body');
  return body === undefined || body === null || typeof body === 'string' ? body : JSON.stringify(body.toJS?.() ?? body);
};

const typescript = (request) => {
  const body = bodyOf(request);
  return [
    'const response = await fetch(' + JSON.stringify(request.get('url')) + ', {',
    '  method: ' + JSON.stringify(request.get('method')) + ',',
    '  headers: ' + JSON.stringify(headersOf(request), null, 2).replaceAll('\\n', '\\n  ') + ',',
    ...(body ? ['  body: ' + JSON.stringify(body) + ','] : []),
    '});',
    'const { data, error } = await response.json();',
    'if (!response.ok) throw new Error(error.message);',
    'console.log(data);',
  ].join('\\n');
};

const python = (request) => {
  const body = bodyOf(request);
  return [
    'import requests',
    '',
    'response = requests.request(',
    '    ' + JSON.stringify(request.get('method')) + ',',
    '    ' + JSON.stringify(request.get('url')) + ',',
    '    headers=' + JSON.stringify(headersOf(request), null, 4).replaceAll('\\n', '\\n    ') + ',',
    ...(body ? ['    data=' + JSON.stringify(body) + '.encode(),'] : []),
    ')',
    'response.raise_for_status()',
    'print(response.json()["data"])',
  ].join('\\n');
};

const ui = SwaggerUIBundle({
  spec: document,
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  filter: true,
  validatorUrl: null,
  persistAuthorization: false,
  tryItOutEnabled: true,
  requestSnippetsEnabled: true,
  requestSnippets: {
    generators: {
      curl_bash: { title: 'curl', syntax: 'bash' },
      typescript: { title: 'TypeScript', syntax: 'javascript' },
      python: { title: 'Python', syntax: 'python' },
    },
    defaultExpanded: true,
    languages: null,
  },
  plugins: [
    keepsAuth,
    () => ({ fn: { requestSnippetGenerator_typescript: typescript, requestSnippetGenerator_python: python } }),
  ],
  responseInterceptor: (response) => {
    const token = /\\/auth\\/(login|login\\/totp|register|refresh|change-password)$/.test(response.url) && response.obj?.data?.accessToken;
    if (token) useToken(token);
    return response;
  },
});
const restored = keptAuth();
if (Object.keys(restored).length > 0) {
  start(restored);
  ui.authActions.authorize(restored);
}
`;
