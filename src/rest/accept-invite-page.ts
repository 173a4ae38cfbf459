/** The page of the link in an invitation email. The token is in the fragment, which is not sent to servers or logged. */
export const acceptInvitePage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Join a workspace</title>
<link rel="icon" type="image/png" href="docs/favicon-32x32.png">
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 26rem; margin: 4rem auto; padding: 0 1rem }
label { display: block; margin: 1rem 0 }
input { display: block; width: 100%; box-sizing: border-box; font: inherit; padding: .4rem }
button { font: inherit; padding: .4rem 1rem }
</style>
</head>
<body>
<h1>Join a workspace</h1>
<form id="join">
<p>Choose a password. If you already have an account with this email, enter its password.</p>
<label>Name <input name="name" autocomplete="name" maxlength="200"></label>
<label>Password <input name="password" type="password" autocomplete="new-password" minlength="8" maxlength="200" required></label>
<button>Join</button>
</form>
<p id="answer" role="status"></p>
<script type="module" src="accept-invite/start.js"></script>
</body>
</html>
`;

export const acceptInviteStart = `const form = document.getElementById('join');
const answer = document.getElementById('answer');
const token = new URLSearchParams(location.hash.slice(1)).get('token');
if (!token) {
  form.hidden = true;
  answer.textContent = 'This link contains no invitation. Open the complete link from the email.';
}
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const { name, password } = Object.fromEntries(new FormData(form));
  const response = await fetch(new URL('../auth/accept-invite', import.meta.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, password, ...(name && { name }) }),
  });
  const { success, error } = await response.json();
  form.hidden = success;
  answer.textContent = success
    ? 'You have joined the workspace. Log in with your email and this password.'
    : [error.message, ...(error.details ?? []).map(({ message }) => message)].join(' ');
});
`;
