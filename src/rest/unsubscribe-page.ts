/**
 * The page of the link in marketing emails. Opening it changes nothing, because mail scanners open links, too; the button
 * sends the same request as mail programs do.
 */
export const unsubscribePage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>Unsubscribe</title>
<link rel="icon" type="image/png" href="docs/favicon-32x32.png">
<style>
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 26rem; margin: 4rem auto; padding: 0 1rem; overflow-wrap: anywhere }
button { font: inherit; padding: .4rem 1rem }
</style>
</head>
<body>
<h1 id="title">Unsubscribe</h1>
<form id="unsubscribe" hidden>
<p id="question"></p>
<button id="confirm">Unsubscribe</button>
</form>
<p id="answer" role="status"></p>
<script type="module" src="unsubscribe/start.js"></script>
</body>
</html>
`;

export const unsubscribeStart = `const texts = {
  en: {
    title: 'Unsubscribe',
    question: ({ email, workspaceName }) => 'Stop marketing emails from ' + workspaceName + ' to ' + email + '?',
    done: ({ email, workspaceName }) => email + ' gets no more marketing emails from ' + workspaceName + '.',
    away: 'The server cannot be reached. Try again.',
    wrong: 'This link is not complete. Open the whole link from the email.',
  },
  es: {
    title: 'Cancelar la suscripción',
    question: ({ email, workspaceName }) => '¿Dejar de enviar correos comerciales de ' + workspaceName + ' a ' + email + '?',
    done: ({ email, workspaceName }) => email + ' ya no recibe correos comerciales de ' + workspaceName + '.',
    away: 'No se puede conectar con el servidor. Inténtalo de nuevo.',
    wrong: 'El enlace no está completo. Abre el enlace entero del correo.',
  },
};
const language = navigator.language.startsWith('es') ? 'es' : 'en';
const t = texts[language];
const byId = (id) => document.getElementById(id);
document.documentElement.lang = language;
document.title = t.title;
byId('title').textContent = t.title;
byId('confirm').textContent = t.title;
const form = byId('unsubscribe');
const send = async (path, options) => {
  const address = new URL('../' + path, import.meta.url);
  address.search = location.search;
  try {
    const response = await fetch(address, options);
    const { success, data, error } = await response.json();
    form.hidden = !success || !data.subscribed;
    if (success && data.subscribed) byId('question').textContent = t.question(data);
    else byId('answer').textContent = success ? t.done(data) : error.code === 'INVALID_TOKEN' ? t.wrong : error.message;
  } catch {
    byId('answer').textContent = t.away;
  }
};
form.addEventListener('submit', (event) => {
  event.preventDefault();
  return send('unsubscribe', { method: 'POST' });
});
await send('email-subscription');
`;
