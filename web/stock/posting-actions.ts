import { IconArrowBackUp, IconFileDescription, IconHistory, IconListDetails } from '@tabler/icons-react'
import type { Posting } from '../../contract/postings.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import type { RowAction } from '../kit/row-actions.tsx'
import { useGo } from '../kit/use-go.ts'
import { useMay } from '../kit/use-may.ts'
import { documentLinkOf } from './documents.ts'
import { undoAfterAsking } from './undo-after-asking.tsx'

type Posted = Readonly<{ posting_id: string }> &
  Pick<Posting, 'undo' | 'document' | 'reverses_posting_id' | 'reversed_by_posting_id'>

/**
 * The actions on a posting's row: undo it, or show why not with a link (its document, the posting that undid it, the
 * one it undid); and show everything that moved with it. `undo` false leaves the undo out.
 */
export function usePostingActions({ undo: offered = true } = {}): (row: Posted) => readonly RowAction[] {
  const go = useGo()
  const mayUndo = useMay('stock.write')
  return ({ posting_id, undo, document, reverses_posting_id: undid, reversed_by_posting_id: undoneBy }) => {
    // Members who can only read use the row's own links.
    if (!mayUndo) return []
    const actions: RowAction[] = []
    if (offered)
      actions.push({
        label: 'Undo',
        icon: IconArrowBackUp,
        quick: true,
        onClick: () => void undoAfterAsking(posting_id),
        refusal: undo.reason,
      })
    const link = documentLinkOf(document)
    if (link) actions.push({ label: link.open, icon: IconFileDescription, onClick: () => go(link.to) })
    if (undoneBy)
      actions.push({ label: 'Show the undo', icon: IconHistory, onClick: () => go(recordAddress('posting', undoneBy)) })
    if (undid)
      actions.push({
        label: 'Show the original',
        icon: IconHistory,
        onClick: () => go(recordAddress('posting', undid)),
      })
    actions.push({
      label: 'Show all movements',
      icon: IconListDetails,
      onClick: () => go(recordAddress('posting', posting_id)),
    })
    return actions
  }
}
