import { categoryRoutes } from './categories/routes.ts'
import { importRoutes } from './imports/routes.ts'
import { locationRoutes } from './locations/routes.ts'
import { memberRoutes } from './members/routes.ts'
import type { Implementation } from './platform/endpoint.ts'
import { settingsRoutes } from './settings/routes.ts'
import { supplierRoutes } from './suppliers/routes.ts'

/** Every endpoint below /api/v1, noun by noun. */
export const routes: readonly Implementation[] = [
  ...memberRoutes,
  ...categoryRoutes,
  ...locationRoutes,
  ...supplierRoutes,
  ...settingsRoutes,
  ...importRoutes,
]
