import { DemonstrationPage, demonstrationMetadata } from '@/components/layout/demonstration-page';
import { demonstrationText } from '@/lib/messages/site';
import { say } from '@/lib/messages/say';

export const metadata = demonstrationMetadata;

export default async function PayPage({ params }: { params: Promise<{ number: string }> }) {
  const { number } = await params;
  return (
    <DemonstrationPage
      title={say(demonstrationText.payTitle, { number })}
      text={demonstrationText.payText}
      number={number}
    />
  );
}
