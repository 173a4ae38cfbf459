import { defineTexts } from '../../i18n/texts';

export const texts = defineTexts({
  changeRole: ['Change the role', 'Cambiar el rol'],
  description: [
    'Who works in this workspace, and what they may do.',
    'Quién trabaja en este espacio y qué puede hacer.',
  ],
  email: ['Email', 'Correo electrónico'],
  expires: [(when: string) => `Invited until ${when}`, (when: string) => `Invitación válida hasta ${when}`],
  invite: ['Invite a member', 'Invitar a un miembro'],
  invited: ['Invited', 'Invitado'],
  inviteLink: ['Give them this link', 'Dale este enlace'],
  leave: ['Leave the workspace', 'Abandonar el espacio'],
  linkHint: [
    'No email was sent, because the server has no mail server. The link works once.',
    'No se envió ningún correo, porque el servidor no tiene servidor de correo. El enlace funciona una vez.',
  ],
  mailed: [
    (email: string) => `An invitation was sent to ${email}.`,
    (email: string) => `Se envió una invitación a ${email}.`,
  ],
  notMailed: [
    (email: string) => `${email} is invited, but the email could not be sent. Send it again later.`,
    (email: string) => `${email} tiene una invitación, pero no se pudo enviar el correo. Vuelve a enviarlo más tarde.`,
  ],
  member: ['Member', 'Miembro'],
  none: ['No members match', 'Ningún miembro coincide'],
  noneHint: ['Try another search.', 'Prueba con otra búsqueda.'],
  remove: ['Remove', 'Quitar'],
  removeHint: [
    'They lose access at once. What they made stays.',
    'Pierde el acceso al instante. Lo que creó se conserva.',
  ],
  removeTitle: [
    (name: string) => `Remove ${name} from the workspace?`,
    (name: string) => `¿Quitar a ${name} del espacio?`,
  ],
  resend: ['Send the invitation again', 'Enviar la invitación de nuevo'],
  revoke: ['Withdraw the invitation', 'Retirar la invitación'],
  role: ['Role', 'Rol'],
  roleOWNER: ['Owner: everything', 'Propietario: todo'],
  roleADMIN: ['Admin: everything but the vault', 'Administrador: todo salvo la bóveda'],
  roleEDITOR: ['Editor: builds and runs, but manages no members', 'Editor: crea y ejecuta, pero no gestiona miembros'],
  roleVIEWER: ['Viewer: reads', 'Lector: solo lee'],
  since: ['Since', 'Desde'],
  title: ['Members', 'Miembros'],
});
