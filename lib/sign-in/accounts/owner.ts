export interface Owner {
  organisationId: number;
  personId: number;
}
