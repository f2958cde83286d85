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
  /** Where the blocking stock is, judging by the refusal. */
  goodsAt: (details: Readonly<Record<string, unknown>>) => Readonly<{ label: string; to: string }> | null
}>

/** Confirms a deletion; if it isn't possible, shows the reason and how to continue. Returns whether to delete. */
export async function askToDelete({
  title,
  name,
  text,
  confirmLabel = 'Delete',
  deletion,
  goodsAt,
}: Question): Promise<boolean> {
  const { refusal, documents } = deletion
  if (!refusal) return confirm({ title, text, confirmLabel, danger: true })
  const goods = goodsAt(refusal.details ?? {})
  const links = await Promise.all(documents.map(namedLinkOf))
  cannot({
    title: `Can’t delete ${short(name)}`,
    text: refusal.message,
    ways: [goods, ...links].filter((way) => way !== null),
  })
  return false
}

/** Whether any of these numbers of a refusal is above 0. */
export function any(details: Readonly<Record<string, unknown>>, ...names: readonly string[]): boolean {
  return names.some((name) => Number(details[name] ?? 0) > 0)
}
