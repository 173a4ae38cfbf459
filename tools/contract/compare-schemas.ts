import { breaking, type ContractChange } from './change.js';
import { type Contract, componentOf, resolve, type Schema } from './document.js';
import { type Keywords, namesOf, type Place, type Side } from './place.js';
import { comparePlain } from './plain-schemas.js';

/** Compares schemas of two contracts; components that refer to each other are compared once. */
export class SchemaComparison {
  readonly #before: Contract;
  readonly #after: Contract;
  readonly #compared = new Map<string, ContractChange[]>();

  constructor(before: Contract, after: Contract) {
    this.#before = before;
    this.#after = after;
  }

  compare(before: Schema, after: Schema, side: Side, at: Place): ContractChange[] {
    if (before === after) return [];
    const [component, other] = [componentOf(before), componentOf(after)];
    // A property that has another type is the change; a type that has changed is named itself.
    if (component === null || other === null) return this.#compareValues(before, after, side, at);
    const key = `${side} ${component} ${other}`;
    const known = this.#compared.get(key);
    if (known) return known;
    // Before what is below, because a component can contain itself.
    this.#compared.set(key, []);
    const [old, now] = [this.#keywords(before, this.#before), this.#keywords(after, this.#after)];
    const changes = this.#compareValues(old, now, side, { owner: component, isComponent: true, path: [] });
    this.#compared.set(key, changes);
    return changes;
  }

  #compareValues(before: Schema, after: Schema, side: Side, at: Place): ContractChange[] {
    const wasNull = this.#acceptsNull(before, this.#before);
    const isNull = this.#acceptsNull(after, this.#after);
    const changes: ContractChange[] = [];
    if (side === 'request' && wasNull && !isNull) changes.push(breaking(namesOf(at), 'null is refused'));
    if (side === 'answer' && !wasNull && isNull) changes.push(breaking(namesOf(at), 'it can be null'));
    const [olds, nows] = [this.#formsOf(before, this.#before), this.#formsOf(after, this.#after)];
    const [old, now] = [olds[0], nows[0]];
    if (olds.length === 1 && nows.length === 1 && old !== undefined && now !== undefined) {
      changes.push(...this.#compareForms(old, now, side, at));
    } else if (side === 'request') changes.push(...olds.flatMap((form) => this.#find(form, nows, side, at)));
    else changes.push(...nows.flatMap((form) => this.#find(form, olds, side, at)));
    return changes;
  }

  /** One of several forms, which must have a counterpart. */
  #find(form: Schema, others: readonly Schema[], side: Side, at: Place): ContractChange[] {
    const compare = (other: Schema) =>
      side === 'request' ? this.#compareForms(form, other, side, at) : this.#compareForms(other, form, side, at);
    const name = componentOf(form);
    const same = name === null ? undefined : others.find((other) => componentOf(other) === name);
    if (same) return compare(same);
    const found = others.map(compare).sort((a, b) => a.filter(isBreaking).length - b.filter(isBreaking).length)[0];
    if (found && !found.some(isBreaking)) return found;
    return [breaking(namesOf(at), side === 'request' ? 'a form is refused' : 'it can have another form')];
  }

  #compareForms(before: Schema, after: Schema, side: Side, at: Place): ContractChange[] {
    if (componentOf(before) !== null && componentOf(after) !== null) return this.compare(before, after, side, at);
    const [old, now] = [this.#keywords(before, this.#before), this.#keywords(after, this.#after)];
    if (choicesOf(old) || choicesOf(now)) return this.#compareValues(old, now, side, at);
    return comparePlain(old, now, side, at, (a, b, below) => this.compare(a, b, side, below));
  }

  /** The alternatives of a schema besides null, each with what applies to all. */
  #formsOf(schema: Schema, contract: Contract): Schema[] {
    const keywords = this.#keywords(schema, contract);
    const choices = choicesOf(keywords);
    if (!choices) return [schema];
    const { oneOf: _one, anyOf: _any, description: _text, ...shared } = keywords;
    const forms = choices.filter((one) => (one as Keywords).type !== 'null');
    return forms.map((one) => (componentOf(one) === null && one !== true ? { ...shared, ...(one as Keywords) } : one));
  }

  #keywords(schema: Schema, contract: Contract): Keywords {
    if (schema === true) return {};
    return schema === false ? { not: {} } : resolve(schema, contract);
  }

  #acceptsNull(schema: Schema, contract: Contract): boolean {
    const keywords = this.#keywords(schema, contract);
    const values = 'const' in keywords ? [keywords.const] : (keywords.enum as unknown[] | undefined);
    if (values && !values.includes(null)) return false;
    if (keywords.type !== undefined && ![keywords.type].flat().includes('null')) return false;
    const choices = choicesOf(keywords);
    return !choices || choices.some((one) => this.#acceptsNull(one, contract));
  }
}

const isBreaking = ({ level }: ContractChange) => level === 'breaking';

function choicesOf(schema: Keywords): Schema[] | undefined {
  return (schema.oneOf ?? schema.anyOf) as Schema[] | undefined;
}
