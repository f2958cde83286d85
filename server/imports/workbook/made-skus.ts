import { createHash } from 'node:crypto'
import type { Cell } from '../sheets/sheets.ts'

/**
 * Adds a code to each made SKU that another product of the file has, too: `glasses-c` for both `C` and `C++`. The code
 * depends only on the product's group and options, so the order of rows doesn't matter.
 */
export function madeSkus() {
  const owners = new Map<string, string>()
  const shared = new Set<string>()
  const made: { values: Record<string, Cell>; sku: string; variant: string }[] = []
  const add = (values: Record<string, Cell>, variant: string, isMade: boolean) => {
    const sku = String(values['sku']).toLowerCase()
    const owner = owners.get(sku)
    if (owner === undefined) owners.set(sku, variant)
    else if (owner !== variant) shared.add(sku)
    if (isMade) made.push({ values, sku, variant })
  }
  const distinguish = () => {
    for (const { values, sku, variant } of made)
      if (shared.has(sku)) values['sku'] = `${sku}-${createHash('sha256').update(variant).digest('hex').slice(0, 8)}`
  }
  return { add, distinguish }
}
