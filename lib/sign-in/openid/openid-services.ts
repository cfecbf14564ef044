import type { TokenSigner } from './sign-token';
import type { AccessCheck } from '@/lib/sign-in/oauth/access';

export interface OpenIdServices extends TokenSigner {
  baseUrl: string;
  checkAccess: AccessCheck;
}
