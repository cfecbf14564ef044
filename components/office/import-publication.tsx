import type { ImportReport, ImportSettings } from '@/lib/membership-api/office-imports';
import { listings } from '@/lib/membership-api/words';
import { importPublicationText as text } from '@/lib/messages/office-import-publication';
import { say } from '@/lib/messages/say';
import { FactList } from '../account/fact-list';
import { Tick } from '../ui/tick';

interface Props {
  publication: NonNullable<ImportReport['Preview']>['Publication'];
  settings: ImportSettings;
}

/** What the public will see of the file, and the choice to list nobody from it. */
export function ImportPublication({ publication, settings }: Props) {
  const others = listings
    .filter((name) => name !== 'public')
    .filter((name) => (publication?.Counts[name] ?? 0) > 0);
  return (
    <div className="grid gap-2">
      <h3 className="text-lg font-semibold">{text.title}</h3>
      {publication !== null && (
        <>
          <p className="font-medium">{say(text.added, { count: publication.Added })}</p>
          {publication.Added !== publication.Counts.public && (
            <p>{say(text.public, { count: publication.Counts.public ?? 0 })}</p>
          )}
          {others.length > 0 && (
            <>
              <p>{text.others}</p>
              <ul className="list-disc pl-5">
                {others.map((name) => (
                  <li key={name}>{say(text.listing[name], { count: publication.Counts[name] ?? 0 })}</li>
                ))}
              </ul>
            </>
          )}
          {publication.Examples.length > 0 && (
            <>
              <p>{text.examples}</p>
              <ul className="grid gap-3 lg:grid-cols-3">
                {publication.Examples.map(({ Name: name, Values: values }, index) => (
                  <li key={index} className="grid content-start gap-2 rounded-lg border border-line p-4">
                    <p className="font-semibold wrap-anywhere">{name}</p>
                    <FactList facts={values.map(({ Field, Value }) => [Field, Value])} />
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
      <Tick name="listNobody" value="yes" isTicked={settings.ListNobody}>
        {text.listNobody}
      </Tick>
    </div>
  );
}
