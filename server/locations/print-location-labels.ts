import { limits } from '../../contract/limits.ts'
import { printLocationLabels } from '../../contract/locations.ts'
import { labelFile, requireFew } from '../labels/label-file.ts'
import { implement } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import { listedCodes, oneLocation } from './queries.ts'

/**
 * Labels of one location, active or not, or of the active locations that a list shows. Refuses not_found if there are
 * none, and more than `limits.labelsPerFile` labels.
 */
export const printLocationLabelsQuery = implement(printLocationLabels, async (tx, actor, input) => {
  const { location_id, search, copies } = input
  const locations = location_id
    ? [await oneLocation(tx, actor, location_id)]
    : await listedCodes(tx, actor, { search, limit: limits.labelsPerFile + 1 })
  const [only, other] = locations
  if (!only) refuse('not_found')
  requireFew(locations.length * copies, 'copies')
  const labels = locations.map(({ name, code }) => ({
    name,
    isLarge: true,
    sku: null,
    code,
    lot: null,
    price: null,
    copies,
  }))
  return labelFile(tx, actor, other ? 'Location labels' : `Label ${only.name}`, labels, input)
})
