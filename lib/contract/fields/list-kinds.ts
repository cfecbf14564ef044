import {
  problemsWithin,
  readLabel,
  readRecord,
  requireObject,
  unknownFields,
  writeRecord,
  type Fields,
  type RecordOf,
  type WireOf,
  type Kind,
  type Referred,
  type ReadContext,
} from './field';
import { FieldError, maxProblems, refuse, type FieldProblem } from './field-error';
import { listedId, recordId } from './number-kinds';

export function listOf<V, W>(kind: Kind<V, W>, max: number): Kind<V[], W[]> {
  return {
    json: 'list',
    ...(kind.wire && { wire: { list: kind.wire } }),
    ...(kind.refersTo && { refersTo: kind.refersTo }),
    blank: [],
    read: (value, context) => readList(value, max, (one) => kind.read(one, context)),
    write: (value, context) => value.map((one) => kind.write(one, context)),
  };
}

/** @throws FieldError naming the invalid elements */
export function readList<V>(value: unknown, max: number, readOne: (element: unknown) => V): V[] {
  if (!Array.isArray(value)) return refuse(value, 'must be a list in square brackets');
  if (value.length > max) {
    return refuse('', `must have at most ${max} elements; this has ${value.length}`);
  }
  const problems: FieldProblem[] = [];
  const read: V[] = [];
  for (const [index, element] of value.entries()) {
    try {
      read.push(readOne(element));
    } catch (error) {
      problems.push(...problemsWithin(`[${index}]`, error));
      if (problems.length >= maxProblems) break;
    }
  }
  if (problems.length > 0) throw new FieldError(problems);
  return read;
}

/** Refuses a list in which a value occurs twice. */
export function withoutRepeats<V, W>(list: Kind<V[], W[]>): Kind<V[], W[]> {
  return {
    ...list,
    read(value, context) {
      const read = list.read(value, context);
      const problems = read.flatMap((one, index) => {
        const isFirst = read.indexOf(one) === index;
        return isFirst ? [] : { path: `[${index}]`, value: String(one), reason: 'occurs twice' };
      });
      if (problems.length > 0) throw new FieldError(problems);
      return read;
    },
  };
}

/** @param identity the field that identifies a stored element. If absent, the elements have no identity */
export function recordsOf<F extends Fields>(
  fields: F,
  max: number,
  identity?: keyof F & string,
): Kind<RecordOf<F>[], WireOf<F>[]> {
  const list = listOf<RecordOf<F>, WireOf<F>>(
    {
      json: 'list',
      // A list has no blank elements.
      get blank(): RecordOf<F> {
        throw new Error('a record in a list must not be blank');
      },
      read: (value, context) => readRecord(fields, value, context),
      write: (value, context) => writeRecord(fields, value, context),
    },
    max,
  );
  return identity === undefined ? list : { ...list, elements: { fields, identity, max } };
}

/** The referenced ID is a number in JSON. */
export function listedReference(to: Referred): Kind<number> {
  return {
    ...listedId,
    refersTo: to,
    read: (value, context) => present(to, listedId.read(value, context), context),
  };
}

/** In JSON, the reference is an object with the record's ID and, for human readers, its name. */
export function reference<N extends string>(
  to: Referred,
  nameField: N,
): Kind<number, { ID: string } & Record<N, string>> {
  return {
    json: 'list',
    wire: { reference: nameField },
    refersTo: to,
    blank: 0,
    read(value, context) {
      const object = requireObject(value);
      const problems = unknownFields(object, ['ID', nameField]);
      if (problems.length > 0) throw new FieldError(problems);
      try {
        readLabel(object[nameField]);
      } catch (error) {
        throw new FieldError(problemsWithin(nameField, error));
      }
      try {
        return present(to, recordId.read(object.ID, context), context);
      } catch (error) {
        throw new FieldError(problemsWithin('ID', error));
      }
    },
    write: (id, { nameOf }) => withName(String(id), nameField, nameOf(to, id)),
  };
}

function withName<N extends string>(ID: string, field: N, value: string) {
  // The cast is safe, because the computed key is `field`.
  return { ID, [field]: value } as { ID: string } & Record<N, string>;
}

/** Returns the ID if a record in this organisation has it. @throws FieldError when no record has it */
export function present(to: Referred, id: number, { hasReferred }: ReadContext): number {
  return hasReferred === null || hasReferred(to, id) ? id : refuse(String(id), `there is no ${to} ${id}`);
}
