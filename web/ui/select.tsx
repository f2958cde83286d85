import { Select as MantineSelect, type SelectProps } from '@mantine/core'
import { useNear } from './use-near.ts'

/** Mantine's, whose options are drawn when it is pointed at or focused, and so are there before it opens. */
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
