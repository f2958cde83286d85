import { useRef, useState } from 'react'
import { scannedGoods } from '../../contract/element-strings.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { trimmed } from '../../contract/trimmed.ts'
import type { ListedProduct } from '../stock/product-picker.tsx'
import { type FoundProduct, unitsOf } from './count-values.ts'
import type { KeptCounts } from './use-kept-counts.ts'

type Found = ReadonlyMap<string, FoundProduct>

/** The products that were scanned, the latest first, and the one that was chosen, until they are counted. */
export function useFoundProducts(today: string, { foundAtFirst, keepFound }: KeptCounts) {
  const [found, setFound] = useState<Found>(() => new Map(foundAtFirst))
  // Codes can be scanned faster than the screen is drawn.
  const latest = useRef(found)
  const set = (next: Found) => {
    latest.current = next
    setFound(next)
    keepFound([...next])
  }
  const without = (id: string) => [...latest.current].filter(([other]) => other !== id)
  return {
    found,
    chosen: [...found].find(([, { scanned }]) => unitsOf(scanned) === 0)?.[0] ?? '',
    /** `typed` can be a GS1 code that names the lot. */
    choose: (id: string, typed: string) => {
      const scanned = [...latest.current].filter(([, one]) => unitsOf(one.scanned) > 0)
      const isScanned = scanned.some(([other]) => other === id)
      const lot_number = scannedGoods(trimmed(typed), today)?.lot_number ?? ''
      set(new Map(id === '' || isScanned ? scanned : [[id, { scanned: {}, lot_number }], ...scanned]))
    },
    /** Adds the units of a code, one if it doesn't say how many; returns what to say. */
    scan: ({ id, name }: Pick<ListedProduct, 'id' | 'name'>, code: string) => {
      const { lot_number = '', quantity } = scannedGoods(trimmed(code), today) ?? {}
      const before = latest.current.get(id)?.scanned ?? {}
      const units = (before[lot_number] ?? 0) + (quantity ?? 1)
      set(new Map([[id, { scanned: { ...before, [lot_number]: units }, lot_number }], ...without(id)]))
      return `${lot_number === '' ? name : `${name}, lot ${lot_number}`}: ${formatQuantity(units)} scanned`
    },
    remove: (id: string) => set(new Map(without(id))),
  }
}
