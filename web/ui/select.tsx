import { Select as MantineSelect, type SelectProps } from '@mantine/core'
import { useNear } from './use-near.ts'

/** Mantine's select, whose options are rendered when it is hovered or focused, and so exist before it opens. */
export function Select(props: SelectProps) {
  const { isNear, near } = useNear()
  return (
    <MantineSelect
      {...props}
      {...near}
      comboboxProps={{
        transitionProps: { duration: 120, transition: 'pop' },
        shadow: 'floating',
        ...props.comboboxProps,
        keepMounted: isNear,
      }}
    />
  )
}
