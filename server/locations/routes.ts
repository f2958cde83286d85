import { createLocationCommand } from './create-location.ts'
import { setDefaultLocationCommand } from './default-location.ts'
import { deleteLocationCommand, readLocationDeletionQuery } from './delete-location.ts'
import { printLocationLabelsQuery } from './print-location-labels.ts'
import { listLocationsQuery, readLocationQuery } from './queries.ts'
import { updateLocationCommand } from './update-location.ts'

export const locationRoutes = [
  listLocationsQuery,
  readLocationQuery,
  printLocationLabelsQuery,
  readLocationDeletionQuery,
  createLocationCommand,
  updateLocationCommand,
  setDefaultLocationCommand,
  deleteLocationCommand,
]
