import type { TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { scannedLocationCode } from '../../contract/location-codes.ts'
import { createLocation } from '../../contract/locations.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import type { ProductStock } from '../../contract/stock.ts'
import { containsTyped } from '../kit/fold.ts'
import { loadFailure } from '../kit/load-failure.ts'
import { SearchSelect } from '../kit/search-select.tsx'
import { useAddTyped } from '../kit/use-add-typed.ts'
import type { ScanResult } from '../scanning/camera-scanner.tsx'
import { ScanButton } from '../scanning/scan-button.tsx'
import { shownCode } from './find-by-code.ts'
import { type LabeledLocation, severalLocations } from './find-location-by-code.ts'
import { type LocationChoice, useLocationChoices } from './use-location-choices.ts'

type LocationPickerProps = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'onSelect'> & {
  /** The location's id, '' or null for none. */
  value?: string | null
  onChange: (location_id: string) => void
  /** Shows each location's stock of this product. */
  stock?: ProductStock | undefined
  /** Offers locations to take units from: also inactive ones with stock. */
  emptying?: boolean
  clearable?: boolean
  /** Units are sent there: also locations that a limited member can't otherwise see. */
  destination?: boolean
  /** Units arrive there: a location that is missing can be added. */
  arriving?: boolean
  /** A location that isn't offered, because the destination must differ from the source. */
  except?: string | undefined
  /** Where people stand in front of the location: its label can be scanned with the camera. */
  scannable?: boolean
  /** The chosen location's name, which may not be among the first options. */
  locationName?: string | null | undefined
}

/** Chooses a location; only active ones, because units can't be put into others. */
export function LocationPicker({
  value,
  onChange,
  stock,
  emptying = false,
  destination = false,
  arriving = false,
  except,
  scannable = false,
  locationName,
  ...input
}: LocationPickerProps) {
  const [search, setSearch] = useState('')
  const { read, isSearching, locations: active = [], inactive, findByCode } = useLocationChoices(search, destination)
  const [chosen, setChosen] = useState<{ id: string; label: string } | null>(null)
  const choose = (id: string, name: string) => {
    setChosen({ id, label: name })
    onChange(id)
  }
  const onAdd = useAddTyped(
    createLocation,
    (name) => ({ name }),
    ({ id, name }) => choose(id, name),
  )
  const held = (id: string) => stock?.locations.find((location) => location.location_id === id)
  const left = emptying ? inactiveWithStock(stock, search) : []
  const isCode = scannedLocationCode(search) !== null
  // Enter would choose the first of two with the same code.
  const isAmbiguous = isCode && active.length > 1
  const offered = isAmbiguous ? [] : [...active, ...left].filter(({ id }) => id !== except)
  const options = offered.map((location) => ({
    value: location.id,
    label: location.name,
    ...(location.is_default ? { note: 'Default' } : {}),
    ...(stock ? { aside: formatQuantity(held(location.id)?.available ?? 0) } : {}),
  }))
  const label =
    options.find((option) => option.value === value)?.label ??
    (chosen && chosen.id === value ? chosen.label : (held(value ?? '')?.location_name ?? locationName))
  const mayChoose = ({ id, is_active }: LabeledLocation) => is_active || left.some((location) => location.id === id)
  const onCode = (text: string) => scanResult(text, { findByCode, except, mayChoose, choose })
  return (
    <SearchSelect
      label="Location"
      placeholder="Select location"
      {...input}
      {...loadFailure(read, value, 'Failed to load locations')}
      value={value || null}
      chosenLabel={value ? (label ?? '') : ''}
      options={options}
      onSearch={setSearch}
      searching={isSearching}
      fresh={!read.isPending && !read.isPlaceholderData}
      onAdd={arriving && !isCode ? onAdd : undefined}
      emptyText={isAmbiguous ? severalLocations : noneText(inactive, except)}
      action={
        scannable &&
        !input.disabled &&
        !input.readOnly && <ScanButton onCode={onCode} label="Scan a location’s label" isSkipped />
      }
      onChange={(location_id, option) => {
        setChosen(location_id && option ? { id: location_id, label: option.label } : null)
        onChange(location_id ?? '')
      }}
    />
  )
}

/** Why no location is offered. */
function noneText(inactive: string | undefined, except: string | undefined): string {
  if (inactive) return `${inactive} is inactive`
  return except ? 'No other active location found' : 'No locations found'
}

/** What is left at inactive locations can still be taken from them. */
function inactiveWithStock(stock: ProductStock | undefined, search: string): LocationChoice[] {
  const locations = stock?.locations ?? []
  return locations
    .filter(
      ({ is_active, available, location_name }) => !is_active && available > 0 && containsTyped(location_name, search),
    )
    .map(({ location_id, location_name }) => ({
      id: location_id,
      name: `${location_name} (inactive)`,
      is_default: false,
    }))
}

type Scanning = Readonly<{
  findByCode: (code: string) => Promise<readonly LabeledLocation[]>
  except: string | undefined
  mayChoose: (location: LabeledLocation) => boolean
  choose: (id: string, name: string) => void
}>

/** Chooses the location whose label the camera reads, or says why not. */
async function scanResult(text: string, { findByCode, except, mayChoose, choose }: Scanning): Promise<ScanResult> {
  const refused = (why: string) => ({ text: why, ok: false })
  const code = scannedLocationCode(text)
  if (code === null) return refused(`${shownCode(text)} isn’t the label of a location`)
  const [found, other] = await findByCode(code)
  if (!found) return refused(`No location has the code ${code}`)
  if (other) return refused(severalLocations)
  if (found.id === except) return refused(`${found.name} is chosen already. Scan another location.`)
  if (!mayChoose(found)) return refused(`${found.name} is inactive`)
  return { text: found.name, ok: true, onClosed: () => choose(found.id, found.name) }
}
