import { lookUp } from '@/lib/look-up';
import { importFieldText } from '@/lib/messages/office-import';
import { fieldName } from './show-change';

export const importPath = '/office/import';

/** For example "Membership number". */
export function importFieldName(field: string): string {
  return lookUp(importFieldText, field) ?? fieldName(field);
}
