/** Nodes for contacts and opportunities in Spanish, by their English texts. */
export const crm: Readonly<Record<string, string>> = {
  'Find a contact': 'Buscar un contacto',
  'Finds a contact, and leaves by `found` or `notFound`.': 'Busca un contacto, y sale por `found` o `notFound`.',
  'The values that the contact must have, by field: `id`, `email`, `phone`, `name`, `tag` or a custom field.':
    'Los valores que debe tener el contacto, por campo: `id`, `email`, `phone`, `name`, `tag` o un campo personalizado.',
  'Create or update a contact': 'Crear o actualizar un contacto',
  'Updates the contact with this email address or phone number, or creates it.':
    'Actualiza el contacto con esta dirección de correo o este teléfono, o lo crea.',
  'The email address to find the contact by. Either `email` or `phone` is required.':
    'La dirección de correo por la que se busca el contacto. Se requiere `email` o `phone`.',
  'The phone number to find the contact by, if no contact has the email address.':
    'El teléfono por el que se busca el contacto, si ninguno tiene la dirección de correo.',
  'Other fields to set: `name`, `company`, `status`, `source`, or custom fields.':
    'Otros campos que se definen: `name`, `company`, `status`, `source` o campos personalizados.',
  'Tag a contact': 'Etiquetar un contacto',
  'Adds tags to a contact, or removes them.': 'Añade etiquetas a un contacto, o las quita.',
  'The tags to add or remove.': 'Las etiquetas que se añaden o se quitan.',
  'Whether to add or remove the tags. Defaults to `add`.':
    'Si las etiquetas se añaden o se quitan. Por defecto, `add`.',
  'Create an opportunity': 'Crear una oportunidad',
  'Creates an opportunity for a contact, in a stage of a pipeline.':
    'Crea una oportunidad para un contacto, en una etapa de un embudo.',
  'The ID of the pipeline.': 'El ID del embudo.',
  'The ID of the stage in which it starts.': 'El ID de la etapa en la que empieza.',
  'The name of the opportunity.': 'El nombre de la oportunidad.',
  'The value of the opportunity.': 'El valor de la oportunidad.',
  'Move an opportunity': 'Mover una oportunidad',
  'Moves an opportunity to another stage of its pipeline.': 'Mueve una oportunidad a otra etapa de su embudo.',
  'The ID of the opportunity.': 'El ID de la oportunidad.',
  'The ID of the new stage.': 'El ID de la nueva etapa.',
  'Start a follow-up': 'Iniciar un seguimiento',
  'Starts a follow-up sequence for a contact, in the last conversation of the contact, an open one before a resolved one.':
    'Inicia una secuencia de seguimiento para un contacto, en su última conversación: una abierta antes que una cerrada.',
  'The ID of the follow-up sequence.': 'El ID de la secuencia de seguimiento.',
  'Stop a follow-up': 'Detener un seguimiento',
  'Stops a follow-up sequence for a contact.': 'Detiene una secuencia de seguimiento de un contacto.',
};
