import { DemonstrationPage, demonstrationMetadata } from '@/components/layout/demonstration-page';
import { demonstrationText } from '@/lib/messages/site';
import { say } from '@/lib/messages/say';

export const metadata = demonstrationMetadata;

export default async function InvoicePage({ params }: { params: Promise<{ number: string }> }) {
  const { number } = await params;
  return (
    <DemonstrationPage
      title={say(demonstrationText.invoiceTitle, { number })}
      text={demonstrationText.invoiceText}
      number={number}
    />
  );
}
