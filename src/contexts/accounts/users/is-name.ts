import { Length, NotBlank, OneLine } from '../../../platform/graphql/text-rules.js';

/** The rules for names of users, workspaces and API keys. */
export function IsName(): PropertyDecorator {
  const message = '$property must have 1 to 120 characters and must not be blank.';
  return (target, property) => {
    Length(1, 120, { message })(target, property);
    NotBlank(message)(target, property);
    OneLine()(target, property);
  };
}
