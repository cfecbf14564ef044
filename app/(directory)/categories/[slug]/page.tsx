import type { Metadata } from 'next';
import { landingMetadata, LandingPageView, type LandingPageProps } from '@/components/directory/landing-page';

export function generateMetadata({ params }: LandingPageProps): Promise<Metadata> {
  return landingMetadata('categories', params);
}

export default function CategoryPage({ params }: LandingPageProps) {
  return <LandingPageView kind="categories" params={params} />;
}
