/** The first few distinct cells of each column help a person to recognise it. */
export class ColumnSamples {
  readonly #samples: string[][] = [];

  constructor(readonly limit = 3) {}

  note(cells: readonly string[]): void {
    for (const [index, cell] of cells.entries()) {
      const samples = (this.#samples[index] ??= []);
      if (cell === '' || samples.length >= this.limit) continue;
      const text = cell.length > 60 ? `${cell.slice(0, 59)}…` : cell;
      if (!samples.includes(text)) samples.push(text);
    }
  }

  of(index: number): readonly string[] {
    return this.#samples[index] ?? [];
  }
}
