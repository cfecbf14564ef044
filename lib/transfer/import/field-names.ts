import { fieldNames, type FieldName } from './fields';

/** Our own IDs, which only our own exports have, come last. */
const ours = /^Chapterhouse/;

/** The names are in the order of docs/import.md. */
export const importFieldNames: readonly FieldName[] = [
  ...fieldNames.filter((name) => !ours.test(name)),
  ...fieldNames.filter((name) => ours.test(name)),
];
