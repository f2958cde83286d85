import { changeOrganizationCommand } from './change-organization.ts'
import { createOwnOrganizationCommand } from './create-own-organization.ts'
import { readOrganizationQuery } from './queries.ts'
import { findRecordOrganizationQuery } from './record-organization.ts'

export const organizationRoutes = [
  readOrganizationQuery,
  changeOrganizationCommand,
  createOwnOrganizationCommand,
  findRecordOrganizationQuery,
]
