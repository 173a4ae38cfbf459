import { defineTexts } from '../../i18n/texts';

export const texts = defineTexts({
  address: ['Address', 'Dirección'],
  authenticator: ['Authenticator app', 'Aplicación de autenticación'],
  authenticatorOff: [
    'Without it, the password alone is enough to sign in.',
    'Sin ella, la contraseña sola basta para iniciar sesión.',
  ],
  authenticatorOn: [
    (left: number) => `Signing in requires a code. ${left} recovery codes are left.`,
    (left: number) => `Iniciar sesión requiere un código. Quedan ${left} códigos de recuperación.`,
  ],
  code: ['Code of the app', 'Código de la aplicación'],
  codesHint: [
    'Keep these recovery codes. Each signs you in once, without the app. They are shown only now.',
    'Guarda estos códigos de recuperación. Cada uno permite entrar una vez sin la aplicación. Solo se muestran ahora.',
  ],
  confirm: ['Confirm', 'Confirmar'],
  current: ['this one', 'esta'],
  currentPassword: ['Current password', 'Contraseña actual'],
  device: ['Device', 'Dispositivo'],
  emailHint: ['Your email is how you sign in.', 'Tu correo es con lo que inicias sesión.'],
  endOthers: ['End all others', 'Cerrar todas las demás'],
  lastUsed: ['Last used', 'Último uso'],
  changePassword: ['Change the password', 'Cambiar la contraseña'],
  newPassword: ['New password', 'Contraseña nueva'],
  password: ['Password', 'Contraseña'],
  passwordChanged: [
    'Your password is changed. All other sessions have ended.',
    'Tu contraseña ha cambiado. Todas las demás sesiones se han cerrado.',
  ],
  passwordHint: ['8 to 200 characters that are hard to guess.', 'De 8 a 200 caracteres difíciles de adivinar.'],
  profile: ['Profile', 'Perfil'],
  qrCode: ['QR code for your authenticator app', 'Código QR para tu aplicación de autenticación'],
  secretHint: [
    'Scan this code with your authenticator app, then enter the code that the app shows.',
    'Escanea este código con tu aplicación de autenticación y después introduce el código que muestra.',
  ],
  secretInstead: ['Or enter this key in the app:', 'O introduce esta clave en la aplicación:'],
  sessions: ['Sessions', 'Sesiones'],
  signedOut: ['The session has ended.', 'La sesión se ha cerrado.'],
  end: ['End', 'Cerrar'],
  title: ['Your account', 'Tu cuenta'],
  turnOff: ['Turn off', 'Desactivar'],
  turnOn: ['Turn on', 'Activar'],
  unknownDevice: ['Unknown device', 'Dispositivo desconocido'],
});
