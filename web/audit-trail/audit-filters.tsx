import { Button } from '@mantine/core'
import {
  auditActions,
  auditTypes,
  listAuditUsers,
  type AuditAction,
  type AuditType,
} from '../../contract/audit-trail.ts'
import { useRead } from '../kit/api.ts'
import { DateChip } from '../kit/date-chip.tsx'
import { DaysOf } from '../kit/days-of.tsx'
import { FilterChip } from '../kit/filter-chip.tsx'
import { filterDay, isId, searchable } from '../kit/list-address.ts'
import toolbar from '../kit/list-toolbar.module.css'
import { SearchBox } from '../kit/search-box.tsx'
import { actionLabels, typeLabels } from './audit-words.ts'

/** The filters in the address, all unset. */
export const noFilters = { from: '', to: '', action: '', type: '', user: '', q: '' }

export type UrlFilters = Readonly<typeof noFilters>

/** The filters in the address; invalid values count as unset. */
export function filtersOf(url: UrlFilters) {
  return {
    from: filterDay(url.from),
    to: filterDay(url.to),
    action: auditActions.find((one) => one === url.action) satisfies AuditAction | undefined,
    type: auditTypes.find((one) => one === url.type) satisfies AuditType | undefined,
    user_id: isId(url.user) ? url.user : undefined,
    search: searchable(url.q) || undefined,
  }
}

const actionFilter = {
  key: 'action',
  label: 'Action',
  all: 'All Actions',
  options: auditActions.map((value) => ({ value, label: actionLabels[value] })),
}
const typeFilter = {
  key: 'type',
  label: 'Type',
  all: 'All Types',
  options: auditTypes.map((value) => ({ value, label: typeLabels[value] })),
}

type AuditFiltersProps = Readonly<{
  url: UrlFilters
  narrow: (patch: Partial<UrlFilters>) => void
  /** Null if no filter is set. */
  onClear: (() => void) | null
}>

/** A search and a chip for each filter. */
export function AuditFilters({ url, narrow, onClear }: AuditFiltersProps) {
  return (
    <>
      <SearchBox value={url.q} onChange={(q) => narrow({ q })} placeholder="Search by item name, changes, or user..." />
      <div className={toolbar['chips']}>
        <DateChip label="From Date" value={url.from} onChange={(from) => narrow({ from })} />
        <DateChip label="To Date" value={url.to} onChange={(to) => narrow({ to })} />
        <DaysOf />
        <FilterChip filter={actionFilter} value={url.action} onChange={(action) => narrow({ action })} />
        <FilterChip filter={typeFilter} value={url.type} onChange={(type) => narrow({ type })} />
        <UserChip value={url.user} onChange={(user) => narrow({ user })} />
        {onClear && (
          <Button variant="subtle" size="compact-md" onClick={onClear}>
            Clear filters
          </Button>
        )}
      </div>
    </>
  )
}

function UserChip({ value, onChange }: Readonly<{ value: string; onChange: (value: string) => void }>) {
  const users = useRead(listAuditUsers, {})
  const options = (users.data?.items ?? []).map(({ user_id, name, email }) => ({
    value: user_id,
    label: email === null ? name : `${name} · ${email}`,
  }))
  return (
    <FilterChip
      filter={{ key: 'user', label: 'User', all: 'All Users', options }}
      value={value}
      onChange={onChange}
      chosenLabel={users.isSuccess ? 'not found' : '…'}
    />
  )
}
