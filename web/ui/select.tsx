import { Select as MantineSelect, type SelectProps } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useNear } from './use-near.ts'

/**
 * Mantine's select, with the arrow of all other choices. Its options are rendered when it is hovered or focused, and so
 * exist before it opens.
 */
export function Select(props: SelectProps) {
  const { isNear, near } = useNear()
  // In its place, a clearable one has a button that clears it.
  const hasClear = props.clearable && props.value
  return (
    <MantineSelect
      {...props}
      {...near}
      {...(hasClear ? {} : { rightSection: <IconChevronDown size={16} stroke={1.8} aria-hidden /> })}
      comboboxProps={{
        transitionProps: { duration: 120, transition: 'pop' },
        shadow: 'floating',
        ...props.comboboxProps,
        keepMounted: isNear,
      }}
    />
  )
}
