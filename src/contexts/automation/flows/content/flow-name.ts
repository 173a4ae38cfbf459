import { Matches } from 'class-validator';
import { Length, OneLine } from '../../../../platform/graphql/text-rules.js';

/** The rules of the name of a flow or template: 1 to 200 characters, not blank, one line. */
export function IsFlowName(): PropertyDecorator {
  return (target, property) => {
    Matches(/\S/, { message: '$property must not be blank.' })(target, property as string);
    Length(1, maxNameLength)(target, property as string);
    OneLine()(target, property as string);
  };
}

export const maxNameLength = 200;
