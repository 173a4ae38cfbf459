import { defineTexts } from '../../i18n/texts';

export const texts = defineTexts({
  backToPassword: ['Use another account', 'Usar otra cuenta'],
  checkMail: [
    'If this email belongs to an account, a link to set a new password was sent to it.',
    'Si este correo pertenece a una cuenta, se le ha enviado un enlace para crear una contraseña nueva.',
  ],
  code: ['Code of your authenticator app', 'Código de tu aplicación de autenticación'],
  codeHint: ['Or one of your recovery codes.', 'O uno de tus códigos de recuperación.'],
  createAccount: ['Create an account', 'Crear una cuenta'],
  email: ['Email', 'Correo electrónico'],
  forgot: ['Forgot your password?', '¿Has olvidado tu contraseña?'],
  haveAccount: ['I have an account', 'Tengo una cuenta'],
  linkUsed: [
    'This link was used already, or has expired. Sign in, or start the server again for a new one.',
    'Este enlace ya se ha usado o ha caducado. Inicia sesión, o reinicia el servidor para obtener otro.',
  ],
  noAccount: ['New here?', '¿Es tu primera vez?'],
  opening: ['Opening your workspace …', 'Abriendo tu espacio de trabajo …'],
  password: ['Password', 'Contraseña'],
  passwordHint: ['8 to 200 characters that are hard to guess.', 'De 8 a 200 caracteres difíciles de adivinar.'],
  sendLink: ['Send a link', 'Enviar un enlace'],
  signIn: ['Sign in', 'Iniciar sesión'],
  tagline: [
    'Automations that you can watch, understand and repair.',
    'Automatizaciones que puedes ver, entender y reparar.',
  ],
  yourName: ['Your name', 'Tu nombre'],
});
