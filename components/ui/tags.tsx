export function Tags({ names }: { names: string[] }) {
  if (names.length === 0) return null;
  return (
    <ul className="mt-2 flex flex-wrap gap-1.5">
      {names.map((name) => (
        <li key={name} className="rounded-full bg-sunken px-2.5 py-0.5 text-sm text-ink-soft">
          {name}
        </li>
      ))}
    </ul>
  );
}
