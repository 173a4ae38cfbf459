import { counted, defineTexts } from '../i18n/texts';

export const jobTexts = defineTexts({
  andMore: [
    (count: number) => `And ${counted(count, 'more', 'more')}.`,
    (count: number) => `Y ${counted(count, 'más', 'más', 'es')}.`,
  ],
  continue: ['Continue', 'Continuar'],
  discard: ['Do not continue', 'No continuar'],
  hide: ['Close: it goes on', 'Cerrar: continúa'],
  label: ['Work in progress', 'Trabajo en curso'],
  old: [
    'It was interrupted more than a day ago. If you continue, up to 500 records at which it was interrupted may be done again.',
    'Se interrumpió hace más de un día. Si continúas, hasta 500 registros en los que se interrumpió pueden repetirse.',
  ],
  show: ['Show', 'Ver'],
  stay: [
    'It goes on while you use other screens. If this page is closed, it continues when you open the dashboard again.',
    'Continúa mientras usas otras pantallas. Si esta página se cierra, seguirá cuando vuelvas a abrir el panel.',
  ],
  stop: ['Stop', 'Detener'],
  tooLarge: [
    'This is more than the browser has room for. Free some disk space, or divide it into smaller parts.',
    'El navegador no tiene espacio para tanto. Libera espacio en disco o divídelo en partes más pequeñas.',
  ],
});
