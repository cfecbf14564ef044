import type { furtherFields } from '@/lib/contract/directory-fields';
import { publicText } from '@/lib/base/public-text';

/** Fields that the contract does not have, with labels. Fields outside `shown` are left out. */
export function furtherTexts(
  fields: typeof furtherFields,
  record: object,
  shown: ReadonlySet<string>,
): { name: string; label: string; text: string }[] {
  return fields.flatMap(({ name, wire, field }) => {
    const value: unknown = shown.has(name) ? Reflect.get(record, wire) : null;
    const text = typeof value === 'string' ? publicText(value) : null;
    return text === null ? [] : [{ name, label: field.caption ?? wire, text }];
  });
}
