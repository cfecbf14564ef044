import writeXlsxFile from 'write-excel-file/node';

export type TestCell = string | number | boolean | Date | null;

/** @param sheets each with its name and rows */
export async function writeWorkbook(
  path: string,
  sheets: readonly (readonly [name: string, rows: TestCell[][]])[],
): Promise<void> {
  const data = sheets.map(([sheet, rows]) => ({
    sheet,
    data: rows.map((row) =>
      row.map((value) => {
        if (value === null) return null;
        return value instanceof Date ? { value, type: Date, format: 'dd/mm/yyyy' } : { value };
      }),
    ),
  }));
  const workbook = await writeXlsxFile(data);
  await workbook.toFile(path);
}
