import { Button } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { CopyButton, CopyField } from '../kit/copy-field.tsx'
import { ShownOnce } from '../kit/dialog.tsx'
import { mailTo } from './mail-to.ts'
import { type SharedDocument, documentWords } from './shared-document.ts'
import classes from './sharing.module.css'

type MadeLinkProps = Readonly<{ document: SharedDocument; link: string; onAnother: () => void; onDone: () => void }>

/** A new link, shown once, to copy or email. */
export function MadeLink({ document: { kind, number, email }, link, onAnother, onDone }: MadeLinkProps) {
  const mail = mailTo(email, { subject: `${documentWords[kind].subject} ${number}`, text: link })
  return (
    <div className={classes['made']}>
      <ShownOnce />
      <CopyField label="Private link" value={link} description="Copy it now. You won’t see it again." />
      <div className={classes['buttons']} data-several>
        <Button variant="subtle" onClick={onAnother}>
          Create another link
        </Button>
        <Button variant="default" onClick={onDone}>
          Done
        </Button>
        <Button component="a" variant="default" href={mail} leftSection={<IconMail size={16} stroke={1.7} />}>
          Email link
        </Button>
        <CopyButton value={link} label="Copy link" variant="filled" />
      </div>
    </div>
  )
}
