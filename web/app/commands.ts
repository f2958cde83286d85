import type { Icon } from '@tabler/icons-react'
import { navigation } from './navigation.ts'

/** Something the palette can open. */
export type PaletteEntry = Readonly<{ label: string; to: string; icon: Icon; note?: string }>

/** What one can do from anywhere, besides finding things: go to a screen. */
export const commands: readonly PaletteEntry[] = navigation
  .flat()
  .map(({ label, to, icon }) => ({ label: `Go to ${label}`, to, icon }))
