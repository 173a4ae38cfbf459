import { type GraphQLSchema, isInputObjectType } from 'graphql';
import { Extensions } from 'type-graphql';

/** What JSON values consist of, as OpenAPI describes them: more than a GraphQL type can say. */
export interface JsonForm {
  /** The component that describes one value. */
  name: string;
  /** It and the components that it refers to, by name; computed when a document is built. */
  components(): Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

declare module 'graphql' {
  interface GraphQLInputObjectTypeExtensions {
    /** See `HasJsonForm`. */
    jsonForm?: JsonForm;
    /** See `OneOf`. */
    oneOf?: boolean;
  }
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    /** See `HasJsonForm`. */
    jsonForm?: JsonForm;
  }
  interface GraphQLInputFieldExtensions {
    /** See `GathersKeys`. */
    gathersKeys?: boolean;
    /** Whether REST has no such field. */
    graphqlOnly?: boolean;
  }
}

/** Declares that the values of an input type, or of a field of the type JSONObject, have this form. */
export function HasJsonForm(jsonForm: JsonForm): ClassDecorator & PropertyDecorator {
  return Extensions({ jsonForm }) as ClassDecorator & PropertyDecorator;
}

/**
 * Declares that REST sends the entries of this field, a JSON object, beside the other fields of its input: every key that the
 * input does not have is one of them. GraphQL has no inputs with further keys.
 */
export function GathersKeys(): PropertyDecorator {
  return Extensions({ gathersKeys: true, graphqlOnly: true }) as PropertyDecorator;
}

/** Declares that exactly one field of an input is sent. */
export function OneOf(): ClassDecorator {
  return Extensions({ oneOf: true }) as ClassDecorator;
}

/** Makes the inputs `@oneOf` that declare it: type-graphql cannot. */
export function declareOneOf(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap()))
    if (isInputObjectType(type) && type.extensions.oneOf) type.isOneOf = true;
}
