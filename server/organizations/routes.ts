import { changeOrganizationCommand } from './change-organization.ts'
import { readOrganizationQuery } from './queries.ts'

export const organizationRoutes = [readOrganizationQuery, changeOrganizationCommand]
