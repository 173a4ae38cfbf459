/** The page of the link of an approval. Opening it decides nothing. */
export const approvePage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Approve or reject</title>
<link rel="icon" type="image/png" href="docs/favicon-32x32.png">
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 34rem; margin: 4rem auto; padding: 0 1rem }
label { display: block; margin: 1rem 0 }
input { font: inherit; padding: .4rem; width: 8rem; letter-spacing: .2em }
textarea { display: block; width: 100%; box-sizing: border-box; font: inherit; padding: .4rem }
button { font: inherit; padding: .4rem 1rem; margin-right: .5rem }
#message { white-space: pre-wrap }
</style>
</head>
<body>
<h1 id="flow">Approve or reject</h1>
<p id="message"></p>
<form id="decide" hidden>
<label>Comment <textarea name="comment" rows="3" maxlength="2000"></textarea></label>
<button value="approved">Approve</button><button value="rejected">Reject</button>
</form>
<form id="confirm" hidden>
<label>Code <input name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9]{6}" maxlength="6" required></label>
<button>Confirm</button>
</form>
<p id="answer" role="status"></p>
<script type="module" src="approve/start.js"></script>
</body>
</html>
`;

export const approveStart = `const byId = (id) => document.getElementById(id);
const form = byId('decide');
const confirm = byId('confirm');
const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
const send = async (method, body) => {
  const address = new URL('../approvals', import.meta.url);
  address.searchParams.set('token', token);
  const response = await fetch(address, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  return response.json();
};
const opened = await send('GET');
if (opened.success) {
  byId('flow').textContent = opened.data.flowName;
  byId('message').textContent = opened.data.open ? opened.data.message : 'This approval is closed.';
  form.hidden = !opened.data.open;
} else {
  byId('answer').textContent = opened.error.message;
}
let decision;
const decide = async (code) => {
  const comment = new FormData(form).get('comment');
  const { success, data, error } = await send('POST', { decision, ...(comment && { comment }), ...(code && { code }) });
  const sent = success && data.confirmation === 'sent';
  form.hidden = success && !sent;
  confirm.hidden = !sent && (success || !code);
  if (sent) byId('answer').textContent = 'Enter the code that was sent to ' + opened.data.approver + '.';
  else byId('answer').textContent = success ? 'Your decision was recorded: ' + decision + '.' : error.message;
};
form.addEventListener('submit', (event) => {
  event.preventDefault();
  decision = event.submitter.value;
  return decide();
});
confirm.addEventListener('submit', (event) => {
  event.preventDefault();
  return decide(new FormData(confirm).get('code'));
});
`;
