import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { graphql } from '../../api/graphql';
import { requestOpenly } from '../../api/request';
import { startSession } from '../../api/session';
import { useTexts } from '../../i18n/texts';
import { ErrorNotice, Notice } from '../../ui/notice';
import { useTitle } from '../../ui/page';
import styles from './sign-in.module.css';
import { texts } from './texts';

const loginWithLink = graphql(`
  mutation DashboardLoginLink($input: LoginLinkInput!) {
    loginLink(input: $input) {
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

/** Signs in by the link that the server printed at its start. The token is behind the #, so no server on the way sees it. */
export default function OpenLink() {
  const t = useTexts(texts);
  useTitle(t.signIn);
  const navigate = useNavigate();
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    const token = new URLSearchParams(location.hash.slice(1)).get('token');
    if (!token) return setError(new Error(t.linkUsed));
    // Not kept in the history of the browser.
    history.replaceState(null, '', location.pathname);
    requestOpenly(loginWithLink, { input: { token } }).then(({ loginLink }) => {
      startSession(loginLink);
      return navigate({ to: '/', replace: true });
    }, setError);
  }, [navigate, t]);
  return (
    <main className={`stack items-center ${styles.page}`}>
      <h1 className="visually-hidden">{t.signIn}</h1>
      {error ? (
        <div className={`box shadow ${styles.form}`}>
          <ErrorNotice error={error} />
          <Link to="/signin">{t.signIn}</Link>
        </div>
      ) : (
        <Notice>{t.opening}</Notice>
      )}
    </main>
  );
}
