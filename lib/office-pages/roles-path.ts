export const rolesPath = '/office/roles';
