export function TableHead({ heads }: { heads: readonly string[] }) {
  return (
    <thead>
      <tr className="border-b border-line">
        {heads.map((head) => (
          <th key={head} scope="col" className="py-2 pr-4 font-medium">
            {head}
          </th>
        ))}
      </tr>
    </thead>
  );
}
