import { useState } from 'react'
import { Dialog } from '../kit/dialog.tsx'
import { MadeLink } from './made-link.tsx'
import { NewLink } from './new-link.tsx'
import { SalesOrderLinks, PurchaseOrderLinks } from './share-links.tsx'
import { type SharedDocument, documentWords } from './shared-document.ts'
import classes from './sharing.module.css'

type ShareDialogProps = Readonly<{ document: SharedDocument; opened: boolean; onClose: () => void }>

/** Creates private links to an order, and lists and revokes existing ones. */
export function ShareDialog({ document, opened, onClose }: ShareDialogProps) {
  return (
    <Dialog title={`Share ${document.number}`} opened={opened} onClose={onClose} size={560}>
      <ShareContent document={document} onDone={onClose} />
    </Dialog>
  )
}

function ShareContent({ document, onDone }: { document: SharedDocument; onDone: () => void }) {
  const [made, setMade] = useState<string | null>(null)
  return (
    <div className={classes['dialog']}>
      <p className={classes['text']}>{documentWords[document.kind].text}</p>
      {made === null ? (
        <NewLink document={document} onMade={setMade} />
      ) : (
        <MadeLink document={document} link={made} onAnother={() => setMade(null)} onDone={onDone} />
      )}
      {document.kind === 'sales' ? <SalesOrderLinks id={document.id} /> : <PurchaseOrderLinks id={document.id} />}
    </div>
  )
}
