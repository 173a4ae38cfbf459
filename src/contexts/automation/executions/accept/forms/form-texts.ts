/** The languages of hosted pages. */
export type PageLanguage = 'en' | 'es';

const english = {
  back: 'Back',
  callbackAsk: 'Do you want to continue?',
  callbackContinue: 'Continue',
  callbackDone: 'Done. You can close this page.',
  choose: 'Choose…',
  early: 'This form is not open yet. Try again later.',
  errors: 'Please check these fields:',
  failed: 'The form could not be sent. Try again later, or with smaller files.',
  fileAgain: 'Choose the file again.',
  gone: 'This form was sent already, or is not open any more.',
  goneCallback: 'This link was used already, or is not valid any more.',
  next: 'Next',
  notFound: 'This form was not found, or is not open.',
  optional: 'optional',
  problem: 'Error',
  submit: 'Send',
  thankYou: 'Thank you. Your answers were sent.',
  trap: 'Leave this field empty',
  progress: (page: number, pages: number) => `Page ${page} of ${pages}`,
  invalid: {
    required: 'Fill in this field.',
    ticked: 'Tick this box.',
    chosen: 'Choose one.',
    option: 'Choose one of the options.',
    email: 'Enter a valid email address, for example ana@example.com.',
    phone: 'Enter a valid phone number, for example +34 600 123 456.',
    number: 'Enter a number, for example 12.5.',
    date: 'Enter a date as year, month and day, for example 2026-01-31.',
    file: 'Choose one file.',
    long: (most: number) => `Enter at most ${most} characters.`,
    text: 'Enter one text.',
  },
};

export type FormTexts = typeof english;

const spanish: FormTexts = {
  back: 'Atrás',
  callbackAsk: '¿Quieres continuar?',
  callbackContinue: 'Continuar',
  callbackDone: 'Hecho. Puedes cerrar esta página.',
  choose: 'Elige…',
  early: 'Este formulario aún no está abierto. Inténtalo más tarde.',
  errors: 'Revisa estos campos:',
  failed: 'No se pudo enviar el formulario. Inténtalo más tarde o con archivos más pequeños.',
  fileAgain: 'Vuelve a elegir el archivo.',
  gone: 'Este formulario ya se envió o ya no está abierto.',
  goneCallback: 'Este enlace ya se usó o ya no es válido.',
  next: 'Siguiente',
  notFound: 'Este formulario no existe o no está abierto.',
  optional: 'opcional',
  problem: 'Error',
  submit: 'Enviar',
  thankYou: 'Gracias. Tus respuestas se han enviado.',
  trap: 'Deja este campo vacío',
  progress: (page, pages) => `Página ${page} de ${pages}`,
  invalid: {
    required: 'Rellena este campo.',
    ticked: 'Marca esta casilla.',
    chosen: 'Elige una opción.',
    option: 'Elige una de las opciones.',
    email: 'Escribe una dirección de correo válida, por ejemplo ana@example.com.',
    phone: 'Escribe un teléfono válido, por ejemplo +34 600 123 456.',
    number: 'Escribe un número, por ejemplo 12,5.',
    date: 'Escribe una fecha con año, mes y día, por ejemplo 2026-01-31.',
    file: 'Elige un archivo.',
    long: (most) => `Escribe como máximo ${most} caracteres.`,
    text: 'Escribe un solo texto.',
  },
};

/** The texts of hosted pages in a language. */
export function formTexts(language: PageLanguage): FormTexts {
  return language === 'es' ? spanish : english;
}

/** The language of a page: its own, or that which the browser of the visitor prefers. */
export function languageOf(own: PageLanguage | null | undefined, accepted: string | undefined): PageLanguage {
  return own ?? (/^\s*es\b/i.test(accepted ?? '') ? 'es' : 'en');
}
