import { MantineThemeProvider } from '@mantine/core'
import type { ReactNode } from 'react'

const theme = { components: { Popover: { defaultProps: { floatingStrategy: 'fixed' as const } } } }

/**
 * The content of a dialog or panel, which stays in place when the page behind it scrolls (a phone’s keyboard does
 * that), so the lists, menus and calendars opened in it have to stay too: positioned on the page, they would move away
 * from their fields, and an option from under the pointer.
 */
export function FixedLists({ children }: { children: ReactNode }) {
  return <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
}
