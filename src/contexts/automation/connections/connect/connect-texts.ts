export type PageLanguage = 'en' | 'es';

/** The texts of the pages that browsers see while an account is connected. */
export interface ConnectTexts {
  ask: (workspace: string, name: string) => string;
  asked: (host: string) => string;
  next: string;
  connected: (name: string) => string;
  connectedAs: (account: string) => string;
  close: string;
  notConnected: string;
  expired: string;
  linkExpired: string;
  otherUser: string;
  otherBrowser: string;
  otherIssuer: string;
  forbidden: string;
  changed: string;
  refused: (code: string) => string;
  denied: string;
  again: string;
  askAgain: string;
  dashboard: string;
}

const english: ConnectTexts = {
  ask: (workspace, name) => `${workspace} asks you to connect your account: ${name}`,
  asked: (host) => `You log in at ${host} and decide there what this server may do. Your password is not shared.`,
  next: 'Continue',
  connected: (name) => `${name} is connected`,
  connectedAs: (account) => `Account: ${account}`,
  close: 'You can close this page.',
  notConnected: 'The account was not connected',
  expired: 'This page was used before, or was open for more than ten minutes.',
  linkExpired: 'This link was used before or has expired. Ask for a new one.',
  otherUser:
    'You are not logged in here as the member who began. Log in to the dashboard in this browser, and connect the account again.',
  otherBrowser: 'The link was opened in another browser. Open it again in this one.',
  otherIssuer: 'The answer comes from another service than the one that was asked.',
  forbidden: 'Your rights in the workspace no longer include changing connections. Ask an owner or admin.',
  changed: 'The connection was changed meanwhile.',
  refused: (code) => `The service answered: ${code}`,
  denied: 'Consent was not given.',
  again: 'Connect the account again from the dashboard.',
  askAgain: 'Open the link again to try once more.',
  dashboard: 'Back to the dashboard',
};

const spanish: ConnectTexts = {
  ask: (workspace, name) => `${workspace} te pide conectar tu cuenta: ${name}`,
  asked: (host) =>
    `Inicias sesión en ${host} y decides allí qué puede hacer este servidor. Tu contraseña no se comparte.`,
  next: 'Continuar',
  connected: (name) => `${name} está conectada`,
  connectedAs: (account) => `Cuenta: ${account}`,
  close: 'Puedes cerrar esta página.',
  notConnected: 'La cuenta no se ha conectado',
  expired: 'Esta página ya se usó, o estuvo abierta más de diez minutos.',
  linkExpired: 'Este enlace ya se usó o ha caducado. Pide uno nuevo.',
  otherUser:
    'No has iniciado sesión aquí como el miembro que empezó. Inicia sesión en el panel en este navegador y conecta la cuenta de nuevo.',
  otherBrowser: 'El enlace se abrió en otro navegador. Ábrelo de nuevo en este.',
  otherIssuer: 'La respuesta viene de un servicio distinto del que se consultó.',
  forbidden:
    'Tus permisos en el espacio de trabajo ya no incluyen cambiar conexiones. Pídelo a un propietario o administrador.',
  changed: 'La conexión se cambió mientras tanto.',
  refused: (code) => `El servicio respondió: ${code}`,
  denied: 'No se dio el consentimiento.',
  again: 'Conecta la cuenta de nuevo desde el panel.',
  askAgain: 'Abre el enlace de nuevo para volver a intentarlo.',
  dashboard: 'Volver al panel',
};

/** The language of a browser, of those that there are. */
export function languageOf(accepted: string | null | undefined): PageLanguage {
  return /^\s*es\b/i.test(accepted ?? '') ? 'es' : 'en';
}

export function connectTexts(language: PageLanguage): ConnectTexts {
  return language === 'es' ? spanish : english;
}
