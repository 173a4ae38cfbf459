import { getMetadataStorage, type ValidationArguments } from 'class-validator';

/* class-validator exports its storage and does not document what is in it. */

type Rules = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>;
/** One rule of one property. */
export type InputRule = Rules[number];

/** All rules of a class, including inherited ones. */
export function rulesOf(target: object['constructor'], isStrict = true): InputRule[] {
  return getMetadataStorage().getTargetValidationMetadatas(target, '', isStrict, false);
}

/** What a rule asks of a value; a promise, or another object, is an answer that comes later. */
export type Accepts = (value: unknown, question: ValidationArguments) => unknown;

/** The validators of a rule. */
export function validatorsOf({ constraintCls }: InputRule): Accepts[] {
  return getMetadataStorage()
    .getTargetValidatorConstraints(constraintCls)
    .map(({ instance }) => instance.validate.bind(instance));
}
