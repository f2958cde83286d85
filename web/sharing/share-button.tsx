import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconShare2 } from '@tabler/icons-react'
import { useMay } from '../kit/use-may.ts'
import { ShareDialog, type SharedDocument } from './share-dialog.tsx'

/** Opens the links of an order, for those who may make some. */
export function ShareButton({ document }: { document: SharedDocument }) {
  const [opened, dialog] = useDisclosure(false)
  if (useMay('sharing.write') !== true) return null
  return (
    <>
      <Button variant="default" leftSection={<IconShare2 size={16} stroke={1.7} />} onClick={dialog.open}>
        Share
      </Button>
      <ShareDialog document={document} opened={opened} onClose={dialog.close} />
    </>
  )
}
