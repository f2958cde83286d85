/** A key, or keys pressed together; `Mod` is ⌘ on a Mac and Ctrl elsewhere. */
export type Shortcut = Readonly<{ name: string; keys: readonly string[]; does: string }>

/** Every shortcut, in groups, as the help lists them. */
export const shortcuts: readonly Readonly<{ title: string; rows: readonly Shortcut[] }>[] = [
  {
    title: 'Anywhere',
    rows: [
      { name: 'type', keys: ['Any letter'], does: 'Search this list, or everything if there’s no list' },
      { name: 'palette', keys: ['Mod', 'K'], does: 'Search everything, or run a command' },
      { name: 'help', keys: ['?'], does: 'Help for this screen' },
      { name: 'sidebar', keys: ['['], does: 'Collapse or expand the sidebar' },
      { name: 'close', keys: ['Esc'], does: 'Close' },
    ],
  },
  {
    title: 'Lists',
    rows: [
      { name: 'list', keys: ['/'], does: 'Search this list' },
      { name: 'clear', keys: ['Esc'], does: 'Clear the search' },
      { name: 'results', keys: ['↓'], does: 'Move to the first row' },
      { name: 'rows', keys: ['↑', '↓'], does: 'Move between rows' },
      { name: 'ends', keys: ['Home', 'End'], does: 'Go to the first or last row' },
      { name: 'open', keys: ['Enter'], does: 'Open the row' },
      { name: 'edit', keys: ['E'], does: 'Edit the row' },
      { name: 'select', keys: ['X'], does: 'Select the row (in Products)' },
    ],
  },
  {
    title: 'Forms',
    rows: [
      { name: 'submit', keys: ['Enter'], does: 'Save, or go to the next item of an order' },
      { name: 'save', keys: ['Mod', 'Enter'], does: 'Save from any field' },
      { name: 'step', keys: ['↑', '↓'], does: 'Change a quantity by one' },
    ],
  },
]

/** The keys of a shortcut by its name. */
export function keysOf(name: string): readonly string[] {
  return shortcuts.flatMap(({ rows }) => rows).find((row) => row.name === name)?.keys ?? []
}

/** A key as labeled on the reader's keyboard. */
export function keyText(key: string, isMac: boolean): string {
  return key === 'Mod' ? (isMac ? '⌘' : 'Ctrl') : key
}
