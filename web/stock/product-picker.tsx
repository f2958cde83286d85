import type { TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { scannedLocationCode } from '../../contract/location-codes.ts'
import { listLocations } from '../../contract/locations.ts'
import { listProducts, readProduct } from '../../contract/products.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { type ItemOf, useRead } from '../kit/api.ts'
import { ScanButton } from '../scanning/scan-button.tsx'
import type { ScanResult } from '../scanning/camera-scanner.tsx'
import { SearchSelect } from '../kit/search-select.tsx'
import { useSearchedOptions } from '../kit/use-searched-options.ts'
import { findByCode, noProduct } from './find-by-code.ts'
import { findLocationByCode, type LabeledLocation } from './find-location-by-code.ts'

export type ListedProduct = ItemOf<typeof listProducts>

type ProductPickerProps = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'onSelect'> & {
  /** The product's id, '' or null for none. */
  value?: string | null
  /** `typed` is what was searched for: a name, or a code that was typed or scanned. */
  onChange: (product_id: string, product: ListedProduct | null, typed: string) => void
  /** The stock that each option shows: what the form can take of it; null for none. */
  stock?: 'on_hand' | 'available' | 'to_promise' | null
  /** For many products, one after the other: the camera stays on, and says what this returns for each. */
  onScan?: (product: ListedProduct, code: string) => string
  /** What to say when the label of a location is scanned: it isn’t a product. */
  locationText?: (location: LabeledLocation) => string
}

const shown = 20

/**
 * Chooses a product by its name or SKU, searched on the server, or by its barcode with the camera; each option shows
 * its stock.
 */
export function ProductPicker({
  value,
  onChange,
  onScan,
  stock = 'on_hand',
  locationText = ({ name }) => `${name} is a location, not a product`,
  ...input
}: ProductPickerProps) {
  const [chosen, setChosen] = useState<{ id: string; label: string } | null>(null)
  const known = value && chosen?.id === value ? chosen.label : undefined
  const named = useRead(readProduct, { id: value ?? '' }, { enabled: Boolean(value) && known === undefined })
  const { found, items, typed, search, control } = useSearchedOptions(listProducts, { limit: shown })
  const code = scannedLocationCode(search)
  const labeled = useRead(listLocations, { search: code ?? '' }, { enabled: code !== null })
  const location = code === null ? undefined : labeled.data?.items.find((one) => one.code === code)
  const options = (location ? [] : items).map((product) => ({
    value: product.id,
    label: product.name,
    note: product.sku,
    ...(stock
      ? { aside: `${formatQuantity(product.stock[stock])} ${stock === 'on_hand' ? 'on hand' : 'available'}` }
      : {}),
  }))
  const choose = (product: ListedProduct, code: string) => {
    setChosen({ id: product.id, label: product.name })
    onChange(product.id, product, code)
  }
  const onCode = async (code: string): Promise<ScanResult> => {
    const location = await findLocationByCode(code)
    if (location) return { text: locationText(location), ok: false }
    const product = await findByCode(code)
    if (!product) return { text: noProduct(code), ok: false }
    // What `onScan` was called with is not searched for again.
    const onClosed = () => choose(product, onScan ? '' : code)
    return { text: onScan?.(product, code) ?? product.name, ok: true, onClosed }
  }
  return (
    <SearchSelect
      label="Product"
      placeholder="Search by name or SKU"
      {...input}
      value={value || null}
      chosenLabel={value ? (known ?? named.data?.name ?? '') : ''}
      options={options}
      {...control}
      fresh={control.fresh && (code === null || !labeled.isPending)}
      searching={found.isFetching && typed !== ''}
      action={!input.disabled && !input.readOnly && <ScanButton onCode={onCode} continues={onScan !== undefined} />}
      emptyText={
        location ? locationText(location) : found.isError ? 'Products couldn’t be loaded' : 'No products found'
      }
      onChange={(product_id, option) => {
        setChosen(product_id && option ? { id: product_id, label: option.label } : null)
        onChange(product_id ?? '', items.find((product) => product.id === product_id) ?? null, typed)
      }}
    />
  )
}
