import { Link, useNavigate } from '@tanstack/react-router';
import { graphql } from '../../api/graphql';
import { useRead, useWrite } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { ErrorNotice } from '../../ui/notice';
import { Skeleton, useTitle } from '../../ui/page';
import styles from './sign-in.module.css';
import { texts } from './texts';

const readPending = graphql(`
  query LinkLogin {
    pendingIdentity {
      provider
      email
    }
  }
`);

const confirmIdentity = graphql(`
  mutation LinkLoginConfirm {
    confirmIdentity {
      id
    }
  }
`);

/** Asks the member who has signed in whether the provider, which knows their email, is linked to the account. */
export default function LinkLogin() {
  const t = useTexts(texts);
  useTitle(t.linkTitle);
  const navigate = useNavigate();
  const { data, error } = useRead(readPending, {});
  const confirm = useWrite(confirmIdentity, ['me']);
  const leave = () => void navigate({ to: '/', replace: true });
  const pending = data?.pendingIdentity;
  return (
    <main className={`stack items-center ${styles.page}`}>
      <div className={`box shadow ${styles.form}`}>
        <h1>{t.linkTitle}</h1>
        {!data && !error && <Skeleton lines={2} />}
        {data && !pending && (
          <p>
            {t.noLink} <Link to="/">{t.toDashboard}</Link>
          </p>
        )}
        {pending && (
          <>
            <p>{t.linkAccount(pending.provider, pending.email)}</p>
            <div className="row gap-8">
              <Button look="primary" busy={confirm.isPending} onClick={() => confirm.mutate({}, { onSuccess: leave })}>
                {t.link}
              </Button>
              <Button onClick={leave}>{t.notNow}</Button>
            </div>
          </>
        )}
        {(error ?? confirm.error) && <ErrorNotice error={error ?? confirm.error} />}
      </div>
    </main>
  );
}
