import { useState } from 'react';
import { graphql } from '../../api/graphql';
import { useRead, useWrite } from '../../api/query';
import { startSession } from '../../api/session';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { Field, fieldError, Input } from '../../ui/field';
import { ErrorNotice } from '../../ui/notice';
import { Card, Page, Skeleton } from '../../ui/page';
import { common } from '../../ui/texts';
import { toast } from '../../ui/toast';
import { Authenticator } from './authenticator';
import { Identities } from './identities';
import { Sessions } from './sessions';
import { texts } from './texts';

const readMe = graphql(`
  query AccountPage {
    me {
      id
      name
      email
      emailVerified
      totp {
        enabled
        recoveryCodesLeft
      }
    }
  }
`);

const updateMe = graphql(`
  mutation AccountUpdate($input: UpdateMeInput!) {
    updateMe(input: $input) {
      id
    }
  }
`);

const changePassword = graphql(`
  mutation AccountChangePassword($input: ChangePasswordInput!) {
    changePassword(input: $input) {
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

/** What concerns the user in all workspaces. */
export default function Account() {
  const t = useTexts(texts);
  const { data, error, refetch } = useRead(readMe, {}, { live: ['me'] });
  return (
    <Page title={t.title}>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton />}
      {data && (
        <>
          <Profile key={data.me.name} name={data.me.name} email={data.me.email} />
          <Password />
          <Authenticator state={data.me.totp} />
          <Identities />
          <Sessions />
        </>
      )}
    </Page>
  );
}

function Profile({ name, email }: { name: string; email: string }) {
  const t = useTexts(texts);
  const words = useTexts(common);
  const { mutate, error, isPending } = useWrite(updateMe, ['me']);
  const [value, setValue] = useState(name);
  return (
    <Card title={t.profile}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          mutate({ input: { name: value } }, { onSuccess: () => toast(words.saved) });
        }}
      >
        <Field label={words.name} hint={`${email}. ${t.emailHint}`} error={fieldError(error, 'name')}>
          <Input value={value} maxLength={120} onChange={(event) => setValue(event.target.value)} />
        </Field>
        {error && <ErrorNotice error={error} />}
        <Button type="submit" busy={isPending} disabled={value.trim() === '' || value === name}>
          {words.save}
        </Button>
      </form>
    </Card>
  );
}

function Password() {
  const t = useTexts(texts);
  const { mutate, error, isPending } = useWrite(changePassword, ['session']);
  const [currentPassword, setCurrent] = useState('');
  const [newPassword, setNew] = useState('');
  const submit = () =>
    mutate(
      { input: { currentPassword, newPassword } },
      {
        onSuccess: (answer) => {
          // Earlier tokens are refused from now on.
          startSession(answer.changePassword);
          setCurrent('');
          setNew('');
          toast(t.passwordChanged);
        },
      },
    );
  return (
    <Card title={t.password}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field label={t.currentPassword} error={fieldError(error, 'currentPassword')}>
          <Input
            type="password"
            autoComplete="current-password"
            value={currentPassword}
            onChange={(event) => setCurrent(event.target.value)}
          />
        </Field>
        <Field label={t.newPassword} hint={t.passwordHint} error={fieldError(error, 'newPassword')}>
          <Input
            type="password"
            autoComplete="new-password"
            value={newPassword}
            onChange={(event) => setNew(event.target.value)}
          />
        </Field>
        {error && <ErrorNotice error={error} />}
        <Button type="submit" busy={isPending} disabled={currentPassword === '' || newPassword === ''}>
          {t.changePassword}
        </Button>
      </form>
    </Card>
  );
}
