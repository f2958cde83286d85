/** The selected rows of a list by their keys, and the row from which a range begins: the one pressed last. */
export type Selected = Readonly<{ keys: ReadonlySet<string>; anchor: string | null }>

export const nothingSelected: Selected = { keys: new Set(), anchor: null }

type Press = Readonly<{
  key: string
  isOn: boolean
  /** With Shift: every row from the one pressed before to this one. */
  isRange: boolean
}>

/** The selection after a press on a row of a list with these keys, in their order. */
export function afterPress(before: Selected, keys: readonly string[], { key, isOn, isRange }: Press): Selected {
  const at = keys.indexOf(key)
  const from = isRange && before.anchor !== null ? keys.indexOf(before.anchor) : -1
  const [first, last] = from < 0 ? [at, at] : [Math.min(from, at), Math.max(from, at)]
  const next = new Set(before.keys)
  for (const one of keys.slice(first, last + 1)) {
    if (isOn) next.add(one)
    else next.delete(one)
  }
  return { keys: next, anchor: key }
}
