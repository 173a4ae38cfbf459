import {
  ChangeEmailDocument,
  ConfirmTotpDocument,
  DisableTotpDocument,
  EnrollTotpDocument,
  ListSessionsDocument,
  RegenerateRecoveryCodesDocument,
  ResetPasswordDocument,
  RevokeOtherSessionsDocument,
  RevokeSessionDocument,
  SendPasswordResetLinkDocument,
  SendVerificationEmailDocument,
  UpdateMeDocument,
  VerifyEmailDocument,
} from '../../../rest/generated/operations.js';
import { rootRoutes, route } from '../../../rest/route.js';

export const routes = rootRoutes({
  'PATCH /auth/me': route({
    operation: UpdateMeDocument,
    summary: 'Update the name of the caller',
    example: { body: { name: 'Eva Ruiz' } },
    data: (result) => ({ user: result.updateMe }),
  }),
  'POST /auth/password/forgot': route({
    operation: SendPasswordResetLinkDocument,
    summary: 'Send a link to reset a password',
    description:
      'The answer is the same, after the same time, whether or not a user has the email. The link is valid once, for 30 minutes. At most 5 emails to one address in 30 minutes. A server without a mail server (`SMTP_URL`) answers 403: its operator sets passwords with `workspace-automation user reset-password`.',
    fails: ['FORBIDDEN'],
    example: { body: { email: 'owner@example.com' } },
    data: (result) => result.forgotPassword,
    status: 202,
  }),
  'POST /auth/password/reset': route({
    operation: ResetPasswordDocument,
    summary: 'Reset a password by a mailed link',
    description: 'Ends all sessions of the user. Opens none: log in with the new password.',
    fails: ['INVALID_TOKEN'],
    setsCookies: true,
    example: { body: { token: 'h8d2…', password: 'correct horse battery staple' } },
    data: (result) => result.resetPassword,
  }),
  'POST /auth/email/verify': route({
    operation: VerifyEmailDocument,
    summary: 'Verify an email by a mailed link',
    description: 'The link is valid once, for 24 hours. That of a changed email gives the user the new email.',
    fails: ['INVALID_TOKEN', 'CONFLICT'],
    setsCookies: true,
    example: { body: { token: 'v5k9…' } },
    data: (result) => result.verifyEmail,
  }),
  'POST /auth/email/send-verification': route({
    operation: SendVerificationEmailDocument,
    summary: 'Send a new link that verifies the email of the caller',
    fails: ['CONFLICT'],
    data: (result) => result.sendVerificationEmail,
    status: 202,
  }),
  'POST /auth/email/change': route({
    operation: ChangeEmailDocument,
    summary: 'Change the email of the caller',
    description:
      'The new email takes effect when the link that is mailed to it is opened, and the former address is notified. On a server that sends no email, the operator changes emails.',
    fails: ['UNAUTHENTICATED', 'CONFLICT'],
    example: { body: { email: 'eva@example.com', password: 'correct horse battery staple' } },
    data: (result) => result.changeEmail,
    status: 202,
  }),
  'GET /auth/sessions': route({
    operation: ListSessionsDocument,
    summary: 'List sessions of the caller',
    data: (result) => result.sessions,
  }),
  'DELETE /auth/sessions': route({
    operation: RevokeOtherSessionsDocument,
    summary: 'Revoke all other sessions of the caller',
    data: (result) => result.revokeOtherSessions,
  }),
  'DELETE /auth/sessions/:sessionId': route({
    operation: RevokeSessionDocument,
    summary: 'Revoke a session of the caller',
    data: (result) => result.revokeSession,
  }),
  'POST /auth/totp': route({
    operation: EnrollTotpDocument,
    summary: 'Enroll an authenticator app',
    description:
      'Returns the secret for an authenticator app (TOTP, RFC 6238), and the same as an `otpauth://` URI for a QR code. Logins require codes only after `POST /auth/totp/confirm`.',
    fails: ['UNAUTHENTICATED', 'CONFLICT'],
    example: { body: { password: 'correct horse battery staple' } },
    data: (result) => result.enrollTotp,
    status: 201,
  }),
  'POST /auth/totp/confirm': route({
    operation: ConfirmTotpDocument,
    summary: 'Confirm the authenticator app',
    description:
      'From now on a login requires a code. Returns ten recovery codes, each valid once; they are not shown again.',
    fails: ['TOTP_INVALID', 'CONFLICT'],
    example: { body: { password: 'correct horse battery staple', code: '492039' } },
    data: (result) => result.confirmTotp,
  }),
  'POST /auth/totp/disable': route({
    operation: DisableTotpDocument,
    summary: 'Disable the authenticator app',
    fails: ['UNAUTHENTICATED', 'CONFLICT'],
    example: { body: { password: 'correct horse battery staple' } },
    data: (result) => result.disableTotp,
  }),
  'POST /auth/totp/recovery-codes': route({
    operation: RegenerateRecoveryCodesDocument,
    summary: 'Regenerate the recovery codes',
    description: 'The earlier codes become invalid at once.',
    fails: ['UNAUTHENTICATED', 'CONFLICT'],
    example: { body: { password: 'correct horse battery staple' } },
    data: (result) => result.regenerateRecoveryCodes,
  }),
});
