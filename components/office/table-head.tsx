/** `hasNumbers`: all columns but the first have numbers, which end below each other. */
export function TableHead({ heads, hasNumbers = false }: { heads: readonly string[]; hasNumbers?: boolean }) {
  return (
    <thead>
      <tr className="border-b border-line">
        {heads.map((head) => (
          <th
            key={head}
            scope="col"
            className={`py-2 font-medium ${hasNumbers ? 'not-first:pl-2 not-first:text-right' : 'pr-4'}`}
          >
            {head}
          </th>
        ))}
      </tr>
    </thead>
  );
}
