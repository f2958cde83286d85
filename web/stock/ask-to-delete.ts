import type { Deletion } from '../../contract/deletion.ts'
import { cannot } from '../kit/cannot.tsx'
import { confirm } from '../kit/confirm.tsx'
import { short } from '../ui/short.ts'
import { namedLinkOf } from './documents.ts'

type Question = Readonly<{
  /** "Delete Product". */
  title: string
  name: string
  text: string
  /** The button's verb. */
  confirmLabel?: string
  /** What prevents it now. */
  deletion: Deletion
  /** Where what prevents it can be found, judging by the refusal; its open documents are added. */
  waysOf: (details: RefusalDetails) => readonly (Way | false)[]
}>

type RefusalDetails = Readonly<Record<string, unknown>>
type Way = Readonly<{ label: string; to: string }>

/** Confirms a deletion; if it isn't possible, shows the reason and how to continue. Returns whether to delete. */
export async function askToDelete({
  title,
  name,
  text,
  confirmLabel = 'Delete',
  deletion,
  waysOf,
}: Question): Promise<boolean> {
  const { refusal, documents } = deletion
  if (!refusal) return confirm({ title, text, confirmLabel, danger: true })
  const ways = waysOf(refusal.details ?? {}).filter((way) => way !== false)
  const links = await Promise.all(documents.map(namedLinkOf))
  cannot({
    title: `Can’t delete ${short(name)}`,
    text: refusal.message,
    ways: [...ways, ...links.filter((link) => link !== null)],
  })
  return false
}

/** Whether any of these numbers of a refusal is above 0. */
export function any(details: RefusalDetails, ...names: readonly string[]): boolean {
  return names.some((name) => Number(details[name] ?? 0) > 0)
}
