import { lookUp } from '@/lib/base/look-up';
import { importFieldText } from '@/lib/messages/office-import';
import { fieldWords } from './field-words';

export const importPath = '/office/import';

/** For example "Membership number". */
export function importFieldName(field: string): string {
  return lookUp(importFieldText, field) ?? fieldWords(field);
}
