/** What a spreadsheet shows instead of a value. */

/** Excel saves no value for a formula that another program has written and that was never calculated. */
export const formulaWithoutValue = '#FORMULA!';

/** The errors of Excel, and those of LibreOffice such as `Err:502`. */
const errors =
  /^(?:#(?:N\/A|NV|N\/D|REF!|BEZUG!|NAME\?|VALUE!|WERT!|VALEUR!|DIV\/0!|NULL!|NUM!|ZAHL!|NOMBRE!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|BUSY!|UNKNOWN!|GETTING_DATA|FORMULA!)|Err:\d{3}|#{4,})$/i;

export function isSpreadsheetError(cell: string): boolean {
  const first = cell.charCodeAt(0);
  return (first === 35 || first === 69 || first === 101) && errors.test(cell);
}
