import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { isServerError } from '../../api/errors';
import { graphql, type ResultOf } from '../../api/graphql';
import { requestOpenly } from '../../api/request';
import { startSession } from '../../api/session';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { Field, fieldError, Input } from '../../ui/field';
import { Icon } from '../../ui/icon';
import { ErrorNotice, Notice } from '../../ui/notice';
import { useTitle } from '../../ui/page';
import { sentenceOf } from './problems';
import { loginOptions, ProviderButtons } from './provider-buttons';
import styles from './sign-in.module.css';
import { texts } from './texts';

const login = graphql(`
  mutation DashboardLogin($input: LoginInput!) {
    login(input: $input) {
      accessToken
      expiresIn
      user {
        id
        name
        email
      }
    }
  }
`);

const loginWithCode = graphql(`
  mutation DashboardLoginTotp($input: LoginTotpInput!) {
    loginTotp(input: $input) {
      accessToken
      expiresIn
      user {
        id
        name
        email
      }
    }
  }
`);

const register = graphql(`
  mutation DashboardRegister($input: RegisterInput!) {
    register(input: $input) {
      accessToken
      expiresIn
      user {
        id
        name
        email
      }
    }
  }
`);

const forgotPassword = graphql(`
  mutation DashboardForgotPassword($input: ForgotPasswordInput!) {
    forgotPassword(input: $input) {
      accepted
    }
  }
`);

type Step = 'password' | 'code' | 'register' | 'forgot' | 'sent';

type Options = ResultOf<typeof loginOptions>['loginOptions'];

/** Signing in with a provider, or with a password and a code, registering, and asking for a new password. */
export default function SignIn() {
  const t = useTexts(texts);
  useTitle(t.signIn);
  const navigate = useNavigate();
  const { to, problem } = useSearch({ strict: false }) as { to?: string; problem?: string };
  const [options, setOptions] = useState<Options>({ passwordLogin: true, providers: [] });
  useEffect(() => {
    // Without an answer the form for passwords remains, whose errors say what is wrong.
    requestOpenly(loginOptions, {}).then((answer) => setOptions(answer.loginOptions), setError);
  }, []);
  const [step, setStep] = useState<Step>('password');
  const [challenge, setChallenge] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [name, setName] = useState('');
  const [code, setCode] = useState('');

  const change = (next: Step) => {
    setError(null);
    setStep(next);
  };
  const enter = (credentials: Parameters<typeof startSession>[0]) => {
    startSession(credentials);
    if (problem === 'LINK_FIRST') return navigate({ to: '/link' });
    // Only pages of the dashboard: the address could come from a link of somebody else.
    return to?.startsWith('/') && !to.startsWith('//') ? navigate({ href: to }) : navigate({ to: '/' });
  };
  const actions: Record<Exclude<Step, 'sent'>, () => Promise<unknown>> = {
    password: async () => enter((await requestOpenly(login, { input: { email, password } })).login),
    code: async () =>
      enter((await requestOpenly(loginWithCode, { input: { challengeToken: challenge, code } })).loginTotp),
    register: async () =>
      enter((await requestOpenly(register, { input: { email, password, name: name || null } })).register),
    forgot: async () => {
      await requestOpenly(forgotPassword, { input: { email } });
      change('sent');
    },
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (step === 'sent' || isBusy) return;
    setBusy(true);
    setError(null);
    try {
      await actions[step]();
    } catch (thrown) {
      const token = challengeIn(thrown);
      if (token) {
        setChallenge(token);
        change('code');
      } else setError(thrown);
    } finally {
      setBusy(false);
    }
  };

  const emailField = (
    <Field label={t.email} error={fieldError(error, 'email')}>
      <Input
        type="email"
        name="email"
        autoComplete="username"
        required
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
    </Field>
  );
  const passwordField = (
    <Field
      label={t.password}
      error={fieldError(error, 'password')}
      hint={step === 'register' ? t.passwordHint : undefined}
    >
      <Input
        type="password"
        name="password"
        autoComplete={step === 'register' ? 'new-password' : 'current-password'}
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
    </Field>
  );
  const fields: Record<Step, ReactNode> = {
    password: (
      <>
        {emailField}
        {passwordField}
      </>
    ),
    code: (
      <Field label={t.code} hint={t.codeHint} error={fieldError(error, 'code')}>
        <Input
          inputMode="text"
          autoComplete="one-time-code"
          required
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
    ),
    register: (
      <>
        <Field label={t.yourName} error={fieldError(error, 'name')}>
          <Input autoComplete="name" value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        {emailField}
        {passwordField}
      </>
    ),
    forgot: emailField,
    sent: <Notice tone="success">{t.checkMail}</Notice>,
  };
  const titles: Record<Step, string> = {
    password: t.signIn,
    code: t.signIn,
    register: t.createAccount,
    forgot: t.forgot,
    sent: t.forgot,
  };
  const sentence = sentenceOf(t, problem);
  return (
    <main className={`stack items-center ${styles.page}`}>
      <div className={`stack items-center gap-4 text-center ${styles.brand}`}>
        <span className={`centred mb-8 ${styles.mark}`}>
          <Icon name="flow" size={26} />
        </span>
        <strong>Workspace Automation</strong>
        <p className="muted">{t.tagline}</p>
      </div>
      <form className={`box shadow ${styles.form}`} onSubmit={(event) => void submit(event)}>
        <h1>{titles[step]}</h1>
        {sentence && step === 'password' && (
          <Notice tone={problem === 'LINK_FIRST' ? 'info' : 'danger'} title={sentence}>
            {problem === 'IDENTITY_TAKEN' && <Link to="/">{t.toDashboard}</Link>}
          </Notice>
        )}
        {step === 'password' && options.providers.length > 0 && (
          <>
            <ProviderButtons providers={options.providers} to={to} />
            {options.passwordLogin && <p className={`muted text-center ${styles.or}`}>{t.or}</p>}
          </>
        )}
        {options.passwordLogin && fields[step]}
        {error ? <ErrorNotice error={error} /> : null}
        {options.passwordLogin && step !== 'sent' && (
          <Button type="submit" look="primary" busy={isBusy} className={styles.submit}>
            {step === 'forgot' ? t.sendLink : titles[step]}
          </Button>
        )}
        {options.passwordLogin && <Steps step={step} onChange={change} />}
      </form>
    </main>
  );
}

/** What else can be done with a password. */
function Steps({ step, onChange }: { step: Step; onChange: (step: Step) => void }) {
  const t = useTexts(texts);
  return (
    <div className={`row gap-6 ${styles.links}`}>
      {step === 'password' ? (
        <>
          <button type="button" onClick={() => onChange('forgot')}>
            {t.forgot}
          </button>
          <button type="button" onClick={() => onChange('register')}>
            {t.noAccount} {t.createAccount}
          </button>
        </>
      ) : (
        <button type="button" onClick={() => onChange('password')}>
          {step === 'code' ? t.backToPassword : t.haveAccount}
        </button>
      )}
    </div>
  );
}

/** The token for the second step, if the password was right and a code is required. */
function challengeIn(error: unknown): string | undefined {
  if (!isServerError(error, 'TOTP_REQUIRED')) return undefined;
  return (error.details[0] as { challengeToken?: string } | undefined)?.challengeToken;
}
