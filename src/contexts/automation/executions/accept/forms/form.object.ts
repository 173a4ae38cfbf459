import { Field, Int, ObjectType } from 'type-graphql';
import { formFieldTypes } from '../../../../../nodes/index.js';
import { defineEnum } from '../../../../../platform/graphql/enums.js';

export const FormFieldType = defineEnum('FormFieldType', 'The kind of a field of a form.', {
  text: 'A text of one line.',
  textarea: 'A text of several lines.',
  email: 'An email address.',
  phone: 'A phone number.',
  number: 'A number.',
  date: 'A date.',
  select: 'One of several options, in a list.',
  radio: 'One of several options, all of them shown.',
  checkbox: 'A box that can be ticked, or several options of which any can be chosen.',
  file: 'A file.',
} satisfies Record<(typeof formFieldTypes)[number], string>);
export type FormFieldType = keyof typeof FormFieldType;

@ObjectType('FormField', { simpleResolvers: true, description: 'A field of a form.' })
export class FormFieldObject {
  @Field(() => String, { description: 'The name under which its value is sent.' })
  name!: string;

  @Field(() => String, { description: 'What it asks for.' })
  label!: string;

  @Field(() => FormFieldType, { description: 'Its kind.' })
  type!: FormFieldType;

  @Field(() => Boolean, { description: 'Whether it must be filled.' })
  required!: boolean;

  @Field(() => String, { nullable: true, description: 'A hint below the label.' })
  help?: string | null;

  @Field(() => [String], { nullable: true, description: 'What can be chosen; null where anything can be entered.' })
  options?: string[] | null;

  @Field(() => Int, { description: 'The page that shows it, from 1.' })
  page!: number;
}

@ObjectType('Form', { simpleResolvers: true, description: 'A form that strangers can send.' })
export class FormObject {
  @Field(() => String, { description: 'The heading of its page.' })
  title!: string;

  @Field(() => String, { nullable: true, description: 'The text below the heading.' })
  description?: string | null;

  @Field(() => [FormFieldObject], { description: 'Its fields, in their order.' })
  fields!: FormFieldObject[];
}

@ObjectType({ simpleResolvers: true, description: 'What happens after a form was sent.' })
export class SentForm {
  @Field(() => String, { nullable: true, description: 'The text that thanks for it; null if the form has none.' })
  thankYou?: string | null;

  @Field(() => String, { nullable: true, description: 'Where the visitor is led; null for nowhere.' })
  redirectUrl?: string | null;
}

@ObjectType({ simpleResolvers: true, description: 'A page for browsers.' })
export class FormPage {
  @Field(() => Int, { description: 'The status of the HTTP response.' })
  status!: number;

  @Field(() => String, { description: 'The page, in HTML.' })
  html!: string;

  @Field(() => String, { description: 'Its content security policy.' })
  policy!: string;

  @Field(() => String, { nullable: true, description: 'Where the browser is led instead; null for nowhere.' })
  location?: string | null;
}

@ObjectType({ simpleResolvers: true, description: 'The answer to a request for the page of a form.' })
export class FormAnswer {
  @Field(() => FormObject, { nullable: true, description: 'The form, for requests that accept no HTML.' })
  form?: FormObject | null;

  @Field(() => SentForm, {
    nullable: true,
    description: 'Set after the form was sent, for requests that accept no HTML.',
  })
  sent?: SentForm | null;

  @Field(() => FormPage, { nullable: true, description: 'The page, for requests that accept HTML.' })
  page?: FormPage | null;
}
