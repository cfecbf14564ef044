import { ImportError } from './import-error';

const save = 'open it in a spreadsheet program and save it as .xlsx or CSV';

/** The beginnings of other files, and what the person should do. */
const others: [form: RegExp, what: string][] = [
  [/^\xd0\xcf\x11\xe0/, `is an old Excel file (.xls), or an Excel file with a password: ${save}`],
  [/^\s*(?:<!doctype html|<html|<table|<meta)/i, `is a web page, whatever its name ends with: ${save}`],
  [/^\s*<\?xml[\s\S]*(?:<\w*:?Workbook|office:spreadsheet)/i, `is an XML spreadsheet: ${save}`],
  [/^\s*<\?xml/, 'is an XML file: save the list as .xlsx or CSV'],
  [/^%PDF/, 'is a PDF: save the list as .xlsx or CSV in the program that made it'],
  [/^\{\\rtf/, 'is a text document (RTF): copy its list into a spreadsheet and save it as .xlsx or CSV'],
  [/^\s*BEGIN:VCARD/i, 'is a file of contacts (vCard): export the contacts as CSV'],
  [/^\x1f\x8b|^7z\xbc\xaf|^Rar!/, 'is an archive: unpack it, and import the file that is in it'],
  [
    /^\x89PNG|^\xff\xd8\xff|^GIF8|^RIFF....WEBP/s,
    'is a picture: copy its list into a spreadsheet and save it as .xlsx or CSV',
  ],
  [/^SQLite format 3/, 'is a database: export its list as CSV'],
  [/^\s*[{[]\s*[{["]/, 'is a JSON file: import it with the command ./chapterhouse import'],
];

/** @param start the first bytes of a file that is not an archive */
export function refuseOtherFormat(start: Uint8Array, path: string): void {
  refuse(others, start, path);
}

const otherArchives: [form: RegExp, what: string][] = [
  [/opendocument\.spreadsheet/, `is an OpenDocument file (.ods): ${save}`],
  [/xl\/workbook\.bin/, `is a binary Excel file (.xlsb): ${save}`],
  [/Index\/Document\.iwa|Index\.zip/, 'is a file of Numbers: export it as Excel or CSV'],
  [/word\/document\.xml/, 'is a Word document: copy its list into a spreadsheet and save it as .xlsx or CSV'],
];

/** @param bytes the archive */
export function refuseOtherArchive(bytes: Uint8Array, path: string): void {
  // The names of the files are in the list at the end. The first file of an OpenDocument says what it is.
  const edges = Buffer.concat([bytes.subarray(0, 200), bytes.subarray(-64 * 1024)]);
  refuse(otherArchives, edges, path);
}

function refuse(forms: readonly [RegExp, string][], bytes: Uint8Array, path: string): void {
  const text = Buffer.from(bytes).toString('latin1');
  const found = forms.find(([form]) => form.test(text));
  if (found !== undefined) throw new ImportError(`${path} ${found[1]}`);
}
