import { id, requiredList } from './fields.ts'
import { limits } from './limits.ts'

/** What a member, an invitation or an API key can be limited to. */
export const memberLocations = requiredList(id, 'Choose at least one location').max(
  limits.locationsPerMember,
  `Choose at most ${limits.locationsPerMember} locations`,
)
