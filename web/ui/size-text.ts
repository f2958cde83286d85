import { formatQuantity, roundTo } from '../../contract/quantity.ts'

/** The size of a file: `640 bytes`, `641 kB`, `12.4 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1_000)} kB`
  return `${formatQuantity(roundTo(bytes / 1_000_000, 1))} MB`
}
