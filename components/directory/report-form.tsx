import type { PublicEntry } from '@/lib/directory/model/entry';
import { reportLimits } from '@/lib/directory/mistake-report';
import { reportText } from '@/lib/messages/site';
import { say } from '@/lib/messages/say';
import { EmailField, VisitorForm, WordsField } from './profile-form';

interface ReportFormProps {
  entry: PublicEntry;
  organisation: string;
  problem: string | null;
}

export function ReportForm({ entry: { id, slug, name }, organisation, problem }: ReportFormProps) {
  return (
    <VisitorForm
      slug={slug}
      title={say(reportText.title, { name })}
      lead={say(reportText.lead, { organisation })}
      problem={problem}
      action="/directory/report"
      entry={id}
      text={reportText}
    >
      <WordsField label={reportText.mistake} name="mistake" rows={6} maxLength={reportLimits.mistakeLength} />
      <EmailField
        label={reportText.email}
        hint={say(reportText.emailHint, { organisation })}
        maxLength={reportLimits.emailLength}
      />
    </VisitorForm>
  );
}
