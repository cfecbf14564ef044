import type { OfficeMe } from '@/lib/membership-api/office';
import type { officeEndpoints } from '@/lib/membership-office/role-table';

type Row = (typeof officeEndpoints)[keyof typeof officeEndpoints];

/** Such as `PATCH settings`. */
export type Endpoint = { [R in Row as R['path']]: `${R['method']} ${R['path']}` }[Row['path']];

export function mayUse({ Endpoints }: OfficeMe, endpoint: Endpoint): boolean {
  return Endpoints.some(({ Method, Path }) => `${Method} ${Path}` === endpoint);
}
