import type { Metadata } from 'next';
import { landingMetadata, LandingPageView, type LandingPageProps } from '@/components/directory/landing-page';

export function generateMetadata({ params }: LandingPageProps): Promise<Metadata> {
  return landingMetadata('states', params);
}

export default function StatePage({ params }: LandingPageProps) {
  return <LandingPageView kind="states" params={params} />;
}
