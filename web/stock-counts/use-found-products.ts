import { useRef, useState } from 'react'
import { formatQuantity } from '../../contract/quantity.ts'
import type { ListedProduct } from '../stock/product-picker.tsx'

/** By product, how many of its units the camera has scanned; 0 for the one that was chosen by name. */
type Found = ReadonlyMap<string, number>

/** The products that were scanned, the latest first, and the one that was chosen by name, until they are counted. */
export function useFoundProducts() {
  const [found, setFound] = useState<Found>(new Map())
  // Codes can be scanned faster than the screen is drawn.
  const latest = useRef(found)
  const set = (next: Found) => {
    latest.current = next
    setFound(next)
  }
  const without = (id: string) => [...latest.current].filter(([other]) => other !== id)
  return {
    found,
    chosen: [...found].find(([, scanned]) => scanned === 0)?.[0] ?? '',
    choose: (id: string) => {
      const scanned = [...latest.current].filter(([, units]) => units > 0)
      const isScanned = scanned.some(([other]) => other === id)
      set(new Map(id === '' || isScanned ? scanned : [[id, 0], ...scanned]))
    },
    /** Adds a unit; returns what to say. */
    scan: ({ id, name }: Pick<ListedProduct, 'id' | 'name'>) => {
      const units = (latest.current.get(id) ?? 0) + 1
      set(new Map([[id, units], ...without(id)]))
      return `${name}: ${formatQuantity(units)} scanned`
    },
    remove: (id: string) => set(new Map(without(id))),
  }
}
