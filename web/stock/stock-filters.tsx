import { DateChip } from '../kit/date-chip.tsx'
import { DaysOf } from '../kit/days-of.tsx'
import type { OwnFilter } from '../kit/filter-chip.tsx'
import { filterDay, isId } from '../kit/list-address.ts'
import { LocationChip } from './location-chip.tsx'
import { ProductChip } from './product-chip.tsx'

const isFilterDay = (value: string) => filterDay(value) !== undefined

/** The filters of every movement list, with these names in the address: `product`, `location`, `from` and `to`. */
export const productFilter: OwnFilter = {
  key: 'product',
  accepts: isId,
  control: (value, onChange) => <ProductChip value={value} onChange={onChange} />,
}
export const locationFilter: OwnFilter = {
  key: 'location',
  accepts: isId,
  control: (value, onChange) => <LocationChip value={value} onChange={onChange} />,
}
export const fromDateFilter: OwnFilter = {
  key: 'from',
  accepts: isFilterDay,
  control: (value, onChange) => <DateChip label="From" value={value} onChange={onChange} />,
}
export const toDateFilter: OwnFilter = {
  key: 'to',
  accepts: isFilterDay,
  control: (value, onChange) => (
    <>
      <DateChip label="To" value={value} onChange={onChange} />
      <DaysOf />
    </>
  ),
}
