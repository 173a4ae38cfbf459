import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { graphql } from '../../api/graphql';
import { useWrite } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { Dialog, FormDialog } from '../../ui/dialog';
import { Field, fieldError, Input } from '../../ui/field';
import { Notice } from '../../ui/notice';
import { Card } from '../../ui/page';
import { QrCode } from '../../ui/qr-code';
import { texts } from './texts';

const enrollTotp = graphql(`
  mutation AccountEnrollTotp($input: PasswordInput!) {
    enrollTotp(input: $input) {
      secret
      uri
    }
  }
`);

const confirmTotp = graphql(`
  mutation AccountConfirmTotp($input: ConfirmTotpInput!) {
    confirmTotp(input: $input) {
      recoveryCodes
    }
  }
`);

const disableTotp = graphql(`
  mutation AccountDisableTotp($input: PasswordInput!) {
    disableTotp(input: $input) {
      disabled
    }
  }
`);

interface State {
  enabled: boolean;
  recoveryCodesLeft: number;
}

/** The second step of signing in. */
export function Authenticator({ state }: { state: State }) {
  const t = useTexts(texts);
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <Card
      title={t.authenticator}
      actions={<Button onClick={() => setOpen(true)}>{state.enabled ? t.turnOff : t.turnOn}</Button>}
    >
      {state.enabled ? (
        <p>
          <Badge tone="success">✓</Badge> {t.authenticatorOn(state.recoveryCodesLeft)}
        </p>
      ) : (
        <p>{t.authenticatorOff}</p>
      )}
      {isOpen && (state.enabled ? <TurnOff onClose={close} /> : <TurnOn onClose={close} />)}
    </Card>
  );
}

function TurnOff({ onClose }: { onClose: () => void }) {
  const t = useTexts(texts);
  const { mutate, error, isPending } = useWrite(disableTotp, ['me']);
  const [password, setPassword] = useState('');
  return (
    <FormDialog
      title={t.turnOff}
      description={t.authenticatorOff}
      look="danger"
      submit={t.turnOff}
      open
      busy={isPending}
      error={error}
      onClose={onClose}
      onSubmit={() => mutate({ input: { password } }, { onSuccess: onClose })}
    >
      <PasswordField value={password} error={fieldError(error, 'password')} onChange={setPassword} />
    </FormDialog>
  );
}

/** The password, the key for the app, a code of it, and the recovery codes: one after the other. */
function TurnOn({ onClose }: { onClose: () => void }) {
  const t = useTexts(texts);
  const enroll = useWrite(enrollTotp);
  const confirm = useWrite(confirmTotp);
  const client = useQueryClient();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  if (confirm.data) {
    const codes = confirm.data.confirmTotp.recoveryCodes;
    return (
      <Dialog
        title={t.authenticator}
        open
        // Read again only now, because what has the new state shows no codes.
        onClose={() => {
          onClose();
          void client.invalidateQueries();
        }}
      >
        <Notice tone="success">{t.codesHint}</Notice>
        <div className="row gap-8 break round sunken py-10 px-12">
          <code className="grow">{codes.join('  ')}</code>
          <CopyButton text={codes.join('\n')} />
        </div>
      </Dialog>
    );
  }
  if (enroll.data) {
    const { secret, uri } = enroll.data.enrollTotp;
    return (
      <FormDialog
        title={t.authenticator}
        description={t.secretHint}
        submit={t.confirm}
        open
        busy={confirm.isPending}
        error={confirm.error}
        onClose={onClose}
        onSubmit={() => confirm.mutate({ input: { password, code } })}
      >
        <QrCode text={uri} label={t.qrCode} />
        <p>{t.secretInstead}</p>
        <div className="row gap-8 break round sunken py-10 px-12">
          <code className="grow">{secret.replace(/(.{4})/g, '$1 ').trim()}</code>
          <CopyButton text={secret} />
        </div>
        <Field label={t.code} error={fieldError(confirm.error, 'code')}>
          <Input
            autoComplete="one-time-code"
            inputMode="numeric"
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        </Field>
      </FormDialog>
    );
  }
  return (
    <FormDialog
      title={t.turnOn}
      submit={t.turnOn}
      open
      busy={enroll.isPending}
      error={enroll.error}
      onClose={onClose}
      onSubmit={() => enroll.mutate({ input: { password } })}
    >
      <PasswordField value={password} error={fieldError(enroll.error, 'password')} onChange={setPassword} />
    </FormDialog>
  );
}

function PasswordField(props: { value: string; error: string | undefined; onChange: (value: string) => void }) {
  const t = useTexts(texts);
  return (
    <Field label={t.currentPassword} error={props.error}>
      <Input
        type="password"
        autoComplete="current-password"
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </Field>
  );
}
