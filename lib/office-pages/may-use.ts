import type { OfficeMe } from '@/lib/contract/office';
import type { officeEndpoints } from '@/lib/contract/office-rights/role-table';

type Row = (typeof officeEndpoints)[keyof typeof officeEndpoints];

/** Such as `PATCH settings`. */
export type Endpoint = { [R in Row as R['path']]: `${R['method']} ${R['path']}` }[Row['path']];

export function mayUse({ Endpoints }: OfficeMe, endpoint: Endpoint): boolean {
  return Endpoints.some(({ Method, Path }) => `${Method} ${Path}` === endpoint);
}
