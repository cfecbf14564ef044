import { extraTargets } from '@/lib/contract/import-choices';
import { importText } from '@/lib/messages/office-import';
import { say } from '@/lib/messages/say';
import type { OfficeLookup } from './find-office';
import { textOf } from './form-text';
import { readImportForm } from './import-form';
import { importFieldName } from './import-names';
import { keepUnsent, type KeptForm } from './kept-form';

export function keptUpload(kind: OfficeLookup['kind'], form: FormData): KeptForm | null {
  return keepUnsent(kind, form, [[importText.paste, textOf(form, 'cells')]]);
}

export function keptImport(kind: OfficeLookup['kind'], form: FormData): KeptForm | null {
  const { HeaderLine, Columns, Values, Corrections, Answers, Separators, Source } = readImportForm(form);
  const columns = Columns.map(({ Column, Target }) => `${Column}: ${targetName(Target)}`);
  return keepUnsent(kind, form, [
    [importText.columns, columns.join('\n')],
    ...Values.map(({ Field, Value }) => [importFieldName(Field), Value] as const),
    ...Corrections.map(
      ({ Line, Column, Value }) =>
        [say(importText.correction, { line: Line, column: Column }), Value] as const,
    ),
    ...Answers.map(({ Group, Answer }) => [Group, Answer] as const),
    [importText.headerLine, HeaderLine === null ? '' : String(HeaderLine)],
    [importText.separators, Separators],
    [importText.source, Source],
  ]);
}

function targetName(target: string): string {
  switch (target) {
    case extraTargets.none:
      return importText.leftOutColumn;
    case extraTargets.private:
      return importText.privateExtra;
    case extraTargets.public:
      return importText.publicExtra;
    default:
      return importFieldName(target);
  }
}
