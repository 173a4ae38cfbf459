/**
 * The pages of the links that are mailed to users. Opening one changes nothing, because mail scanners open links, too. The
 * token is in the fragment, which is not sent to servers or logged.
 */
function accountPage(title: string, script: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<link rel="icon" type="image/png" href="docs/favicon-32x32.png">
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 26rem; margin: 4rem auto; padding: 0 1rem; color-scheme: light dark }
label { display: block; margin: 1rem 0 }
input { display: block; width: 100%; box-sizing: border-box; font: inherit; padding: .4rem }
button { font: inherit; padding: .4rem 1rem }
</style>
</head>
<body>
<h1>${title}</h1>
${body}
<p id="answer" role="status"></p>
<script type="module" src="${script}/start.js"></script>
</body>
</html>
`;
}

/** Without a token, the page requests a link. */
export const resetPasswordPage = accountPage(
  'Reset your password',
  'reset-password',
  `<form id="request" hidden>
<p>Enter the email of your account. You receive a link with which you can choose a new password.</p>
<label>Email <input name="email" type="email" autocomplete="username" maxlength="254" required></label>
<button>Send the link</button>
</form>
<form id="reset" hidden>
<p>Choose a new password. All your sessions end, on every device.</p>
<label>New password <input name="password" type="password" autocomplete="new-password" minlength="8" maxlength="200" required></label>
<button>Change the password</button>
</form>`,
);

export const verifyEmailPage = accountPage(
  'Verify your email',
  'verify-email',
  `<form id="verify" hidden>
<p>Confirm that this email address is yours, with the password of your account.</p>
<label>Password <input name="password" type="password" autocomplete="current-password" maxlength="200"></label>
<p>If you did not create this account, leave the password empty: what another person made in it is discarded, with its password.</p>
<button>Verify the email</button>
</form>`,
);

const send = `const answer = document.getElementById('answer');
const token = new URLSearchParams(location.hash.slice(1)).get('token');
const show = (text) => {
  answer.textContent = text;
};
const send = async (form, path, body, done) => {
  const button = form.querySelector('button');
  button.disabled = true;
  try {
    const response = await fetch(new URL('../auth/' + path, import.meta.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { success, data, error } = await response.json();
    form.hidden = success;
    show(success ? done(data) : [...(error.details ?? [error])].map(({ message }) => message).join(' '));
  } catch {
    show('The server cannot be reached. Try again.');
  } finally {
    button.disabled = false;
  }
};
const onSubmit = (form, act) =>
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    show('');
    act(Object.fromEntries(new FormData(form)));
  });
`;

export const resetPasswordStart = `${send}const request = document.getElementById('request');
const reset = document.getElementById('reset');
request.hidden = Boolean(token);
reset.hidden = !token;
onSubmit(request, ({ email }) =>
  send(request, 'password/forgot', { email }, () =>
    'If an account has this email, the link is on its way. It is valid for 30 minutes.'));
onSubmit(reset, ({ password }) =>
  send(reset, 'password/reset', { token, password }, () =>
    'Your password was changed. Log in with your email and the new password.'));
`;

export const verifyEmailStart = `${send}const verify = document.getElementById('verify');
verify.hidden = !token;
if (!token) show('This link is not complete. Open the whole link from the email.');
onSubmit(verify, ({ password }) =>
  send(verify, 'email/verify', { token, ...(password && { password }) }, ({ email }) =>
    email + ' is verified.' + (password ? '' : ' If this was not your own account so far, reset its password to log in.')));
`;
