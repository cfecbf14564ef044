import { Message } from '@/components/layout/message';
import { officeText } from '@/lib/messages/office';

export default function OfficeNotFound() {
  return <Message title={officeText.notFoundTitle} text={officeText.notFound} />;
}
