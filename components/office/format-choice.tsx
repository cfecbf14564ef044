interface Props {
  legend: string;
  /** The first format is the default. */
  formats: readonly { value: string; text: string }[];
}

export function FormatChoice({ legend, formats }: Props) {
  return (
    <fieldset>
      <legend className="font-medium">{legend}</legend>
      {formats.map(({ value, text }, index) => (
        <label key={value} className="flex min-h-11 items-center gap-3">
          <input type="radio" name="format" value={value} defaultChecked={index === 0} className="size-5" />
          {text}
        </label>
      ))}
    </fieldset>
  );
}
