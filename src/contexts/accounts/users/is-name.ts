import { Matches } from 'class-validator';

/** The rule for names of users, workspaces and API keys. Length counts characters, not UTF-16 units. */
export function IsName(): PropertyDecorator {
  const message = '$property must have 1 to 120 characters and must not be blank.';
  return Matches(/^(?=.*\S).{1,120}$/su, { message });
}
