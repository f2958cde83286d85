import { useEffect } from 'react'
import { limits } from '../../contract/limits.ts'
import { listLocations, type Location } from '../../contract/locations.ts'
import { useInfiniteRead } from './use-infinite-read.ts'

/** Every location of the company. Empty until all are read, so that an id that isn't among them is a deleted one. */
export function useAllLocations({ enabled = true }: { enabled?: boolean } = {}): readonly Location[] {
  const { items, hasNextPage, onEnd } = useInfiniteRead(listLocations, { limit: limits.pageSizeMax }, { enabled })
  useEffect(() => onEnd(), [onEnd, items])
  return items && !hasNextPage ? items : []
}
