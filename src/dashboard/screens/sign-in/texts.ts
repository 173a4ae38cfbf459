import { defineTexts } from '../../i18n/texts';

export const texts = defineTexts({
  backToPassword: ['Use another account', 'Usar otra cuenta'],
  checkMail: [
    'If this email belongs to an account, a link to set a new password was sent to it.',
    'Si este correo pertenece a una cuenta, se le ha enviado un enlace para crear una contraseña nueva.',
  ],
  code: ['Code of your authenticator app', 'Código de tu aplicación de autenticación'],
  codeHint: ['Or one of your recovery codes.', 'O uno de tus códigos de recuperación.'],
  continueWith: [(name: string) => `Continue with ${name}`, (name: string) => `Continuar con ${name}`],
  createAccount: ['Create an account', 'Crear una cuenta'],
  email: ['Email', 'Correo electrónico'],
  forgot: ['Forgot your password?', '¿Has olvidado tu contraseña?'],
  haveAccount: ['I have an account', 'Tengo una cuenta'],
  link: ['Link', 'Vincular'],
  linkAccount: [
    (provider: string, email: string) =>
      `Link ${provider} (${email}) to this account? From then on you can sign in with it.`,
    (provider: string, email: string) =>
      `¿Vincular ${provider} (${email}) a esta cuenta? Desde entonces podrás iniciar sesión con él.`,
  ],
  linkTitle: ['Link this login', 'Vincular este acceso'],
  linkUsed: [
    'This link was used already, or has expired. Sign in, or start the server again for a new one.',
    'Este enlace ya se ha usado o ha caducado. Inicia sesión, o reinicia el servidor para obtener otro.',
  ],
  noAccount: ['New here?', '¿Es tu primera vez?'],
  noLink: ['There is nothing to link any more.', 'Ya no hay nada que vincular.'],
  notNow: ['Not now', 'Ahora no'],
  opening: ['Opening your workspace …', 'Abriendo tu espacio de trabajo …'],
  password: ['Password', 'Contraseña'],
  passwordHint: ['8 to 200 characters that are hard to guess.', 'De 8 a 200 caracteres difíciles de adivinar.'],
  or: ['or', 'o'],
  problemDenied: [
    'The provider has not confirmed your sign-in. Try it again.',
    'El proveedor no ha confirmado tu acceso. Inténtalo de nuevo.',
  ],
  problemDisabled: [
    'Your account cannot sign in. Ask the operator of this server.',
    'Tu cuenta no puede iniciar sesión. Pregunta a quien administra este servidor.',
  ],
  problemEnded: [
    'This sign-in was already used, has expired, or was started in another browser. Start it again.',
    'Este acceso ya se ha usado, ha caducado o se inició en otro navegador. Empieza de nuevo.',
  ],
  problemLinkFirst: [
    'An account with your email already exists. Sign in to it as before, once, to link the provider.',
    'Ya existe una cuenta con tu correo. Inicia sesión en ella como antes, una vez, para vincular el proveedor.',
  ],
  problemNoAccount: [
    'You have no account here. Ask an administrator of your workspace for an invitation.',
    'No tienes una cuenta aquí. Pide una invitación a quien administra tu espacio de trabajo.',
  ],
  problemNoRole: [
    'The provider gives you no role here. Ask the administrator of the provider for one.',
    'El proveedor no te da ningún rol aquí. Pídelo a quien administra el proveedor.',
  ],
  problemOther: [
    'Signing in has failed. Try it again, or ask the operator of this server.',
    'No se ha podido iniciar sesión. Inténtalo de nuevo o pregunta a quien administra este servidor.',
  ],
  problemRate: [
    'There were too many attempts from your address. Wait a minute.',
    'Ha habido demasiados intentos desde tu dirección. Espera un minuto.',
  ],
  problemTaken: [
    'This account of the provider is already linked to another user.',
    'Esta cuenta del proveedor ya está vinculada a otro usuario.',
  ],
  problemUnavailable: [
    'The provider cannot be reached. Try again in a minute, or ask the operator of this server.',
    'No se puede contactar con el proveedor. Inténtalo en un minuto o pregunta a quien administra este servidor.',
  ],
  problemUnverified: [
    'The provider has not verified your email. Verify it there first.',
    'El proveedor no ha verificado tu correo. Verifícalo allí primero.',
  ],
  sendLink: ['Send a link', 'Enviar un enlace'],
  signIn: ['Sign in', 'Iniciar sesión'],
  toDashboard: ['To the dashboard', 'Ir al panel'],
  tagline: [
    'Automations that you can watch, understand and repair.',
    'Automatizaciones que puedes ver, entender y reparar.',
  ],
  yourName: ['Your name', 'Tu nombre'],
});
