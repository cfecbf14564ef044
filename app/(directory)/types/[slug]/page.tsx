import type { Metadata } from 'next';
import { landingMetadata, LandingPageView, type LandingPageProps } from '@/components/directory/landing-page';

export function generateMetadata({ params }: LandingPageProps): Promise<Metadata> {
  return landingMetadata('types', params);
}

export default function TypePage({ params }: LandingPageProps) {
  return <LandingPageView kind="types" params={params} />;
}
