const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });

/** A small contract of the REST API, with everything that is compared. */
export const contract = () => ({
  paths: {
    '/workspaces/{workspaceId}/things': {
      get: {
        operationId: 'listThings',
        parameters: [
          { name: 'sort', in: 'query', schema: { type: 'string', enum: ['name', 'size'] } },
          { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 1 } },
        ],
        responses: {
          200: { headers: { Link: {} }, ...json({ type: 'array', items: ref('Thing') }) },
          404: { $ref: '#/components/responses/NotFound' },
        },
        security: [{ accessToken: [] }, { apiKey: [] }],
        'x-capability': 'things:read',
      },
      post: {
        operationId: 'createThing',
        requestBody: { required: false, ...json(ref('ThingInput')) },
        responses: { 201: json({ type: 'object', properties: { data: ref('Thing') }, required: ['data'] }) },
        security: [],
      },
    },
  },
  webhooks: {
    'thing.created': { post: { requestBody: json(ref('ThingCreatedEvent')) } },
    'thing.deleted': { post: { requestBody: json(ref('ThingCreatedEvent')) } },
  },
  components: {
    headers: { Link: {}, Age: {} },
    responses: {
      NotFound: { headers: { Age: {} }, ...json({ type: 'object', properties: { code: { const: 'A' } } }) },
    },
    schemas: {
      Thing: {
        type: 'object',
        properties: {
          id: { type: 'string', format: 'uuid' },
          kind: { type: 'string', enum: ['big', 'small'] },
          size: { type: 'integer' },
          parent: { anyOf: [ref('Thing'), { type: 'null' }] },
          owner: ref('Owner'),
        },
        required: ['id', 'size'],
      },
      ThingCreatedEvent: {
        type: 'object',
        properties: { data: ref('Thing'), tag: { type: 'string' } },
        required: ['data', 'tag'],
      },
      Owner: { type: 'object', properties: { name: { type: ['string', 'null'] } } },
      ThingInput: {
        type: 'object',
        properties: {
          name: { type: ['string', 'null'], minLength: 1, maxLength: 10 },
          code: { type: 'string', pattern: 'a' },
          sizes: { type: 'array', items: { type: 'number' }, uniqueItems: true },
          to: { oneOf: [{ type: 'string', format: 'email' }, { type: 'boolean' }] },
        },
        required: ['name'],
        additionalProperties: true,
      },
    },
  },
});

export type Things = ReturnType<typeof contract>;

const get = (of: Things) => of.paths['/workspaces/{workspaceId}/things'].get;
const post = (of: Things) => of.paths['/workspaces/{workspaceId}/things'].post;
const parameter = (of: Things, index: 0 | 1) => get(of).parameters[index];
const thing = (of: Things) => of.components.schemas.Thing.properties;
const input = (of: Things) => of.components.schemas.ThingInput.properties;
const set = (at: object | undefined, facts: object) => Object.assign(at ?? {}, facts);
const drop = (at: object, name: string) => Reflect.deleteProperty(at, name);

type Case = readonly [what: string, change: (of: Things) => unknown, ...lines: string[][]];

/** What stops a client from working, and the lines that name it. */
export const breakingChanges: Case[] = [
  ['an event', (of) => drop(of.webhooks, 'thing.deleted'), ['- `thing.deleted`: the event was removed.']],
  [
    'a field of an event',
    (of) => drop(of.components.schemas.ThingCreatedEvent.properties, 'tag'),
    ['- `ThingCreatedEvent.tag`: it was removed.'],
  ],
  [
    'a path',
    (of) => drop(of.paths, '/workspaces/{workspaceId}/things'),
    ['- `GET P/things`: it was removed.', '- `POST P/things`: it was removed.'],
  ],
  [
    'an operation',
    (of) => drop(of.paths['/workspaces/{workspaceId}/things'], 'post'),
    ['- `POST P/things`: it was removed.'],
  ],
  [
    'its ID',
    (of) => set(get(of), { operationId: 'things' }),
    ['- `GET P/things`, `listThings`: the operationId is things.'],
  ],
  ['a status', (of) => drop(get(of).responses, '404'), ['- `GET P/things`, `404`: the status was removed.']],
  [
    'a new success',
    (of) => set(post(of).responses, { 202: json({}) }),
    ['- `POST P/things`, `202`: a new status of a success.'],
  ],
  [
    'a header',
    (of) => drop(get(of).responses['200'].headers, 'Link'),
    ['- `GET P/things`, `Link`: the header was removed.'],
  ],
  [
    'a header of all answers',
    (of) => [drop(of.components.headers, 'Age'), drop(of.components.responses.NotFound.headers, 'Age')],
    ['- `Age`: the header was removed.'],
  ],
  [
    'a media type',
    (of) => set(post(of).requestBody, { content: { 'text/csv': {} } }),
    ['- `POST P/things`, `application/json`: the media type was removed.'],
  ],
  [
    'a credential',
    (of) => set(get(of), { security: [{ accessToken: [] }] }),
    ['- `GET P/things`, `apiKey`: the credential is refused.'],
  ],
  [
    'public access',
    (of) => set(post(of), { security: [{ apiKey: [] }] }),
    ['- `POST P/things`, `no credential`: the credential is refused.'],
  ],
  [
    'a capability',
    (of) => set(get(of), { 'x-capability': ['things:read', 'all'] }),
    ['- `GET P/things`, `all`: the capability is required.'],
  ],
  [
    'a parameter',
    (of) => set(get(of), { parameters: [parameter(of, 0)] }),
    ['- `GET P/things`, `page`: the parameter was removed.'],
  ],
  [
    'a required parameter',
    (of) => set(parameter(of, 0), { required: true }),
    ['- `GET P/things`, `sort`: the parameter is required.'],
  ],
  [
    'a new required parameter',
    (of) =>
      set(get(of), { parameters: [parameter(of, 0), parameter(of, 1), { name: 'q', in: 'query', required: true }] }),
    ['- `GET P/things`, `q`: the parameter is required.'],
  ],
  [
    'the form of a list',
    (of) => set(parameter(of, 0), { explode: false }),
    ['- `GET P/things`, `sort`: lists are written otherwise.'],
  ],
  [
    'a value of a parameter',
    (of) => set(parameter(of, 0)?.schema, { enum: ['name'] }),
    ['- `GET P/things`, `sort`, `size`: the value is refused.'],
  ],
  ['a default', (of) => set(parameter(of, 1)?.schema, { default: 2 }), ['- `GET P/things`, `page`: the default is 2.']],
  [
    'lower and higher bounds',
    (of) => set(parameter(of, 1)?.schema, { maximum: 50, minimum: 2 }),
    ['- `GET P/things`, `page`: maximum is 50, before 100.', '- `GET P/things`, `page`: minimum is 2, before 1.'],
  ],
  [
    'a required body',
    (of) => set(post(of).requestBody, { required: true }),
    ['- `POST P/things`, `body`: it is required.'],
  ],
  ['a body', (of) => drop(post(of), 'requestBody'), ['- `POST P/things`, `body`: it is refused.']],
  ['a property of a request', (of) => drop(input(of), 'sizes'), ['- `ThingInput.sizes`: it was removed.']],
  [
    'a required property',
    (of) => set(of.components.schemas.ThingInput, { required: ['name', 'to'] }),
    ['- `ThingInput.to`: it is required.'],
  ],
  ['null in a request', (of) => set(input(of).name, { type: 'string' }), ['- `ThingInput.name`: null is refused.']],
  [
    'a type of a request',
    (of) => set(input(of).sizes, { items: { type: 'integer' } }),
    ['- `ThingInput.sizes`: number is refused.'],
  ],
  [
    'a shorter text',
    (of) => set(input(of).name, { maxLength: 9 }),
    ['- `ThingInput.name`: maxLength is 9, before 10.'],
  ],
  ['a closed set', (of) => set(input(of).name, { enum: ['a', null] }), ['- `ThingInput.name`: only a are accepted.']],
  ['a pattern', (of) => set(input(of).name, { pattern: 'a' }), ['- `ThingInput.name`: the pattern is a.']],
  [
    'another pattern',
    (of) => set(input(of).code, { allOf: [{ pattern: 'b' }] }),
    ['- `ThingInput.code`: it must also match b.'],
  ],
  ['a format', (of) => set(input(of).name, { format: 'email' }), ['- `ThingInput.name`: the format is email.']],
  ['a form', (of) => set(input(of).to, { oneOf: [{ type: 'boolean' }] }), ['- `ThingInput.to`: a form is refused.']],
  [
    'one of several forms',
    (of) => set(input(of).to, { oneOf: [{ type: 'boolean' }, { type: 'number' }] }),
    ['- `ThingInput.to`: a form is refused.'],
  ],
  [
    'unknown fields',
    (of) => set(of.components.schemas.ThingInput, { additionalProperties: false }),
    ['- `ThingInput`: other fields are refused.'],
  ],
  [
    'a keyword that is not compared',
    (of) => set(input(of).sizes, { contains: {} }),
    ['- `ThingInput.sizes`: contains has changed.'],
  ],
  ['a property of an answer', (of) => drop(thing(of), 'kind'), ['- `Thing.kind`: it was removed.']],
  [
    'a property that can be missing',
    (of) => set(of.components.schemas.Thing, { required: ['id'] }),
    ['- `Thing.size`: it can be missing.'],
  ],
  [
    'null in an answer',
    (of) => set(thing(of), { owner: { anyOf: [ref('Owner'), { type: 'null' }] } }),
    ['- `Thing.owner`: it can be null.'],
  ],
  ['a type of an answer', (of) => set(thing(of).size, { type: 'number' }), ['- `Thing.size`: it can be number.']],
  [
    'a form of an answer',
    (of) => set(thing(of), { owner: { anyOf: [ref('Owner'), { type: 'string' }] } }),
    ['- `Thing.owner`: it can have another form.'],
  ],
  ['a format of an answer', (of) => drop(thing(of).id, 'format'), ['- `Thing.id`: the format is any.']],
  ['an open set', (of) => drop(thing(of).kind, 'enum'), ['- `Thing.kind`: it can have any value.']],
  [
    'a constant',
    (of) => set(of.components.responses.NotFound, json({ type: 'object', properties: { code: { const: 'B' } } })),
    ['- `NotFound.code`: its value has changed.'],
  ],
  [
    'a property of an envelope',
    (of) => set(post(of).responses, { 201: json({ type: 'object', properties: {} }) }),
    ['- `POST P/things`, `data`: it was removed.'],
  ],
  [
    'below a reference',
    (of) => set(of.components.schemas.Owner.properties, { name: { type: 'integer' } }),
    ['- `Owner.name`: it can be integer.'],
  ],
  [
    'a new value of an answer',
    (of) => set(thing(of).kind, { enum: ['big', 'small', 'huge'] }),
    ['notable - `huge`: a new value of Thing.kind.'],
  ],
];

/** What every client must expect. */
export const additions: Case[] = [
  ['nothing', () => {}],
  ['a path', (of) => set(of.paths, { '/more': of.paths['/workspaces/{workspaceId}/things'] })],
  [
    'an optional parameter',
    (of) => set(get(of), { parameters: [parameter(of, 1), parameter(of, 0), { name: 'q', in: 'query' }] }),
  ],
  ['a failure', (of) => set(get(of).responses, { 409: { $ref: '#/components/responses/NotFound' } })],
  ['a header', (of) => set(get(of).responses['200'].headers, { Age: {} })],
  ['a credential', (of) => set(get(of), { security: [] })],
  ['an optional property', (of) => set(input(of), { more: { type: 'string' } })],
  [
    'a wider request',
    (of) => [
      set(input(of).name, { maxLength: 11, minLength: 0 }),
      set(of.components.schemas.ThingInput, { required: [] }),
    ],
  ],
  ['a value of a parameter', (of) => set(parameter(of, 0)?.schema, { enum: ['size', 'name', 'age'] })],
  [
    'a form of a request',
    (of) =>
      set(input(of).to, { oneOf: [{ type: 'number' }, { type: 'boolean' }, { type: 'string', format: 'email' }] }),
  ],
  ['a property of an answer', (of) => set(thing(of), { more: { type: 'string' } })],
  [
    'a narrower answer',
    (of) => [
      set(thing(of), { parent: ref('Thing') }),
      set(of.components.schemas.Owner.properties, { name: { type: 'string', maxLength: 2 } }),
    ],
  ],
  [
    'other names of components',
    (of) => [
      set(of.components.schemas, { Owner2: of.components.schemas.Owner }),
      set(thing(of), { owner: ref('Owner2') }),
    ],
  ],
  ['descriptions', (of) => set(thing(of).id, { description: 'The ID.', deprecated: true })],
];
