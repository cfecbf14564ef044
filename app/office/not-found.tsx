import { Message } from '@/components/layout/message';
import { buttonStyle } from '@/components/ui/button';
import { officeText } from '@/lib/messages/office';

export default function OfficeNotFound() {
  return (
    <Message title={officeText.notFoundTitle} text={officeText.notFound}>
      <a href="/office" className={buttonStyle('main')}>
        {officeText.toOffice}
      </a>
    </Message>
  );
}
