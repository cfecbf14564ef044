import { DemonstrationPage, demonstrationMetadata } from '@/components/layout/demonstration-page';
import { demonstrationText } from '@/lib/messages/profile';

export const metadata = demonstrationMetadata;

export default async function PayPage({ params }: { params: Promise<{ number: string }> }) {
  const { number } = await params;
  return (
    <DemonstrationPage title={demonstrationText.payTitle} text={demonstrationText.payText} number={number} />
  );
}
