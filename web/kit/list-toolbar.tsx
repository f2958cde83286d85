import { Fragment, type ReactNode } from 'react'
import { type Filter, FilterChip, type OwnFilter } from './filter-chip.tsx'
import { SearchBox } from './search-box.tsx'
import classes from './list-toolbar.module.css'

type ToolbarProps = Readonly<{
  filters: readonly (Filter | OwnFilter)[]
  url: Readonly<Record<string, string>>
  setUrl: (change: Record<string, string>) => void
  searchPlaceholder: string | undefined
  /** The row count, at the right. */
  children: ReactNode
}>

/** The search, the filters and the tools above a list, all kept in its address. */
export function ListToolbar({ filters, url, setUrl, searchPlaceholder, children }: ToolbarProps) {
  return (
    <div className={classes['bar']} role="search">
      {searchPlaceholder && (
        <SearchBox value={url['q'] ?? ''} onChange={(q) => setUrl({ q })} placeholder={searchPlaceholder} />
      )}
      <div className={classes['chips']}>
        {filters.map((filter) => {
          const value = url[filter.key] ?? ''
          const onChange = (next: string) => setUrl({ [filter.key]: next })
          if ('control' in filter) return <Fragment key={filter.key}>{filter.control(value, onChange)}</Fragment>
          return <FilterChip key={filter.key} filter={filter} value={value} onChange={onChange} />
        })}
      </div>
      <div className={classes['tools']}>{children}</div>
    </div>
  )
}
