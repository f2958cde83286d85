import { memberRoutes } from './members/routes.ts'
import type { Implementation } from './platform/endpoint.ts'

/** Every endpoint below /api/v1, noun by noun. */
export const routes: readonly Implementation[] = [...memberRoutes]
