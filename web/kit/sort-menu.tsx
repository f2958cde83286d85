import { Menu, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconCheck } from '@tabler/icons-react'
import { type Column, directionsOf } from './columns.ts'
import classes from './list-toolbar.module.css'

type SortMenuProps<Row> = Readonly<{
  columns: readonly Column<Row>[]
  /** `-name` sorts downwards. */
  sort: string
  onSort: (sort: string) => void
  /** Reserves its space without being shown, until it is known whether these are cards. */
  isReserved?: boolean
}>

/** Chooses the order of cards, which have no headings to click: the field, and the direction. */
export function SortMenu<Row>({ columns, sort, onSort, isReserved = false }: SortMenuProps<Row>) {
  const sortable = columns.filter((column) => column.sort)
  const chosen = sortable.find((column) => column.sort === sort.replace('-', ''))
  const Arrow = sort.startsWith('-') ? IconArrowDown : IconArrowUp
  const label = chosen ? `Sort by ${chosen.header}` : 'Sort'
  return (
    <Menu width={220} position="bottom-end" checkIcon={<IconCheck size={16} stroke={1.8} />}>
      <Menu.Target>
        <UnstyledButton
          className={classes['sort']}
          aria-label={label}
          title={label}
          style={isReserved ? { visibility: 'hidden' } : undefined}
        >
          <Arrow size={16} stroke={1.7} aria-hidden />
          <span className={classes['sortLabel']}>{chosen?.header ?? 'Sort'}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Sort by</Menu.Label>
        <Menu.RadioGroup
          value={chosen?.id ?? ''}
          onChange={(id) => {
            const column = sortable.find((one) => one.id === id)
            if (column) onSort(`${column.descendingFirst ? '-' : ''}${column.sort}`)
          }}
        >
          {sortable.map(({ id, header }) => (
            <Menu.RadioItem key={id} value={id}>
              {header}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        {chosen && (
          <>
            <Menu.Divider />
            <Menu.RadioGroup value={sort} onChange={onSort}>
              {directionsOf(chosen).map(({ value, label: direction }) => (
                <Menu.RadioItem key={value} value={value}>
                  {direction}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
