import { useState } from 'react';
import { graphql } from '../../api/graphql';
import { useRead, useWrite } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { ConfirmDialog, FormDialog } from '../../ui/dialog';
import { Field, fieldError, Input } from '../../ui/field';
import { ErrorNotice } from '../../ui/notice';
import { Card } from '../../ui/page';
import table from '../../ui/tables.module.css';
import { Time } from '../../ui/time';
import { toast } from '../../ui/toast';
import { useWorkspaceId } from '../../workspace/workspace';
import { texts } from './texts';

const readIdentities = graphql(`
  query AccountIdentities {
    loginOptions {
      providers {
        id
        name
      }
    }
    identities {
      id
      provider
      email
      lastUsedAt
    }
  }
`);

const linkIdentity = graphql(`
  mutation AccountLinkIdentity($input: LinkIdentityInput!) {
    linkIdentity(input: $input) {
      authorizeUrl
    }
  }
`);

const unlinkIdentity = graphql(`
  mutation AccountUnlinkIdentity($identityId: ID!) {
    unlinkIdentity(identityId: $identityId) {
      deletedId
    }
  }
`);

interface Named {
  id: string;
  name: string;
}

/** The providers that the user signs in with. Shown where there are any. */
export function Identities() {
  const t = useTexts(texts);
  const { data, error } = useRead(readIdentities, {}, { live: ['me'] });
  const [linking, setLinking] = useState<Named | null>(null);
  const [unlinking, setUnlinking] = useState<Named | null>(null);
  if (error) return <ErrorNotice error={error} />;
  if (!data || (data.identities.length === 0 && data.loginOptions.providers.length === 0)) return null;
  const { identities, loginOptions } = data;
  const free = loginOptions.providers.filter(({ name }) => !identities.some(({ provider }) => provider === name));
  return (
    <Card
      title={t.identities}
      actions={free.map((provider) => (
        <Button key={provider.id} size="small" onClick={() => setLinking(provider)}>
          {t.linkTo(provider.name)}
        </Button>
      ))}
    >
      {identities.length === 0 && <p>{t.noIdentities}</p>}
      {identities.length > 0 && (
        <table className={table.plainTable}>
          <thead>
            <tr>
              <th scope="col">{t.provider}</th>
              <th scope="col">{t.emailThere}</th>
              <th scope="col">{t.lastUsed}</th>
              <th scope="col">
                <span className="visually-hidden">{t.unlink}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {identities.map(({ id, provider, email, lastUsedAt }) => (
              <tr key={id}>
                <td>{provider}</td>
                <td>{email}</td>
                <td>
                  <Time at={lastUsedAt} />
                </td>
                <td>
                  <Button size="small" onClick={() => setUnlinking({ id, name: provider })}>
                    {t.unlink}
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {linking && <LinkDialog provider={linking} onClose={() => setLinking(null)} />}
      {unlinking && <UnlinkDialog identity={unlinking} onClose={() => setUnlinking(null)} />}
    </Card>
  );
}

/** Asks for the password, and goes to the provider. */
function LinkDialog({ provider, onClose }: { provider: Named; onClose: () => void }) {
  const t = useTexts(texts);
  const workspaceId = useWorkspaceId();
  const { mutate, error, isPending } = useWrite(linkIdentity);
  const [password, setPassword] = useState('');
  const input = { providerId: provider.id, password: password || null, returnTo: `/w/${workspaceId}/account` };
  return (
    <FormDialog
      title={t.linkTo(provider.name)}
      description={t.linkHint}
      submit={t.goOn}
      open
      busy={isPending}
      error={error}
      onClose={onClose}
      onSubmit={() => mutate({ input }, { onSuccess: (answer) => location.assign(answer.linkIdentity.authorizeUrl) })}
    >
      <Field label={t.currentPassword} hint={t.noPasswordHint} error={fieldError(error, 'password')}>
        <Input
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}

function UnlinkDialog({ identity, onClose }: { identity: Named; onClose: () => void }) {
  const t = useTexts(texts);
  const { mutate, error, isPending } = useWrite(unlinkIdentity, ['me', 'session']);
  const done = () => {
    toast(t.unlinked);
    onClose();
  };
  return (
    <ConfirmDialog
      title={t.unlinkFrom(identity.name)}
      description={t.unlinkHint}
      submit={t.unlink}
      open
      busy={isPending}
      error={error}
      onClose={onClose}
      onSubmit={() => mutate({ identityId: identity.id }, { onSuccess: done })}
    />
  );
}
