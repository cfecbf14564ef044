import type { ReactNode } from 'react';
import { SessionWatch } from '@/components/account/session-watch';

export default function MembersOnlyLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <SessionWatch />
      {children}
    </>
  );
}
