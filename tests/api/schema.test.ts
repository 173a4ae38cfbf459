import { readFileSync } from 'node:fs';
import graphqlEslint from '@graphql-eslint/eslint-plugin';
import { describe, expect, test } from '@jest/globals';
import { Linter } from 'eslint/universal';
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isNonNullType,
  isObjectType,
  validateSchema,
} from 'graphql';
import { buildGraphSchema } from '../../src/app/schema.js';

describe('the schema', () => {
  const types = Object.values(buildGraphSchema().getTypeMap()).filter((type) => !isIntrospectionType(type));
  const objects = types.filter(isObjectType);

  test('is valid', () => {
    expect(validateSchema(buildGraphSchema())).toEqual([]);
  });

  test('names by `id` only what is unique in the graph, and finds it by node', () => {
    // Parts of a record, which is found instead, the sessions of the caller, events, and changes, which have the ID of the record.
    const parts = ['Step', 'FollowUpStep', 'Session', 'ExecutionEvent', 'WorkspaceChange', 'WorkspaceUsage'];
    // What the configuration or the account has, not a workspace.
    parts.push('WorkspaceAnalytics', 'Identity', 'IdentityLink', 'LoginOption');
    const named = objects.filter((type) => 'id' in type.getFields());
    const others = named.filter((type) => !type.getInterfaces().some(({ name }) => name === 'Node'));
    expect(others.map(({ name }) => name).sort()).toEqual(parts.sort());
    expect(named.filter((type) => String(type.getFields().id?.type) !== 'ID!')).toEqual([]);
  });

  test('names the workspace of every record, but not of people, sessions and the wallets of accounts', () => {
    const without = objects
      .filter((type) => type.getInterfaces().some(({ name }) => name === 'Node'))
      .filter((type) => String(type.getFields().workspaceId?.type) !== 'ID!');
    expect(without.map(({ name }) => name).sort()).toEqual(['Me', 'Wallet', 'Workspace']);
  });

  test('says of every JSON that is shown why its shape is not known', () => {
    const free =
      /\b(JSON|any|depends?|by (lower-case )?name|chose|with the keys|the fields that accept|are not resolved)\b/i;
    const unsaid = objects.flatMap((type) =>
      Object.values(type.getFields())
        .filter((field) => /^JSON/.test(getNamedType(field.type).name) && !free.test(field.description ?? ''))
        .map((field) => `${type.name}.${field.name}: ${field.description}`),
    );
    expect(unsaid).toEqual([]);
  });

  test('has an enum wherever values are a closed set that enums can name', () => {
    const lists = [...objects, ...types.filter(isInputObjectType)].flatMap((type) =>
      (Object.values(type.getFields()) as (GraphQLField<unknown, unknown> | GraphQLInputField)[])
        .flatMap((field): (GraphQLField<unknown, unknown> | GraphQLInputField | GraphQLArgument)[] => [
          ...('args' in field ? field.args : []),
          field,
        ])
        .filter((one) => getNamedType(one.type).name === 'String' && /one of:/i.test(one.description ?? ''))
        .map((one) => `${type.name}.${one.name}`),
    );
    // Rows of a bulk operation fail one by one.
    expect(lists).toEqual(['ContactRowInput.status']);
    const sorted = objects
      .flatMap((type) => Object.values(type.getFields()))
      .flatMap(({ args }) => args.filter(({ name }) => name === 'sortBy' || name === 'sortOrder'));
    expect(sorted.length).toBeGreaterThan(20);
    expect(sorted.filter(({ type }) => !isEnumType(getNullableType(type)))).toEqual([]);
  });

  test('answers every mutation with an object, which can get further fields', () => {
    const mutations = Object.values(buildGraphSchema().getMutationType()?.getFields() ?? {});
    expect(mutations.length).toBeGreaterThan(140);
    const bare = mutations.filter(({ type }) => !isObjectType(getNullableType(type)));
    expect(bare.map(({ name, type }) => `${name}: ${type}`)).toEqual([]);
  });

  test('lets a field of a workspace be null that asks for a right of its own', () => {
    const fields = Object.values(objects.find(({ name }) => name === 'Workspace')?.getFields() ?? {});
    const guarded = fields.filter(
      ({ extensions }) => Object.keys((extensions.rule as object | undefined) ?? {}).length > 0,
    );
    expect(guarded.length).toBeGreaterThan(40);
    expect(guarded.filter(({ type }) => isNonNullType(type)).map(({ name }) => name)).toEqual([]);
  });

  test('names types, fields, inputs and values by one convention', () => {
    const wrong = types.flatMap((type) => {
      const fields = 'getFields' in type ? Object.keys(type.getFields()) : [];
      return [
        ...(/^[A-Z][A-Za-z0-9]*$/.test(type.name) ? [] : [type.name]),
        ...fields.filter((name) => !/^[a-z][A-Za-z0-9]*$/.test(name)).map((name) => `${type.name}.${name}`),
        ...(isInputObjectType(type) && !type.name.endsWith('Input') ? [`${type.name} is an input`] : []),
        ...(!isInputObjectType(type) && type.name.endsWith('Input') ? [`${type.name} is no input`] : []),
      ];
    });
    expect(wrong).toEqual([]);
  });
});

describe('schema/schema.graphql', () => {
  const path = 'schema/schema.graphql';
  const prefix = '@graphql-eslint/';
  const recommended = graphqlEslint.configs['flat/schema-recommended'].rules;
  const [severity, { EnumValueDefinition, ...names }] = recommended[`${prefix}naming-convention`];
  const rules: Linter.RulesRecord = {
    ...recommended,
    // Enum values are what REST and webhooks send. A node type is a thing of the product, so `NodeType` may end so.
    [`${prefix}naming-convention`]: [
      severity,
      { ...names, 'ObjectTypeDefinition,ObjectTypeExtension': { forbiddenPrefixes: ['Type'] } },
    ],
    // Values and parts of records have no ID; a test above says which types need one.
    [`${prefix}strict-id-in-types`]: 'off',
  };
  /** REST has fields of these names too, and `Deleted.id` would be that of a record. */
  const named = ['Field "deletedId" starts with', 'Field "executionId" starts with'];

  test('breaks no recommended rule of graphql-eslint', () => {
    const config: Linter.Config = {
      files: ['**/*.graphql'],
      languageOptions: { parser: graphqlEslint.parser, parserOptions: { graphQLConfig: { schema: path } } },
      plugins: { '@graphql-eslint': graphqlEslint as never },
      rules,
    };
    const found = new Linter().verify(readFileSync(path, 'utf8'), config, path);
    const wrong = found.filter(({ message }) => !named.some((start) => message.startsWith(start)));
    expect(wrong.map(({ line, message }) => `${line}: ${message}`)).toEqual([]);
    // Otherwise nothing was checked.
    expect(found).toHaveLength(named.length);
  });
});
