import { createLocationCommand } from './create-location.ts'
import { setDefaultLocationCommand } from './default-location.ts'
import { deleteLocationCommand } from './delete-location.ts'
import { listLocationsQuery, readLocationQuery } from './queries.ts'
import { updateLocationCommand } from './update-location.ts'

export const locationRoutes = [
  listLocationsQuery,
  readLocationQuery,
  createLocationCommand,
  updateLocationCommand,
  setDefaultLocationCommand,
  deleteLocationCommand,
]
