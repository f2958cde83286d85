import { Button } from '@mantine/core'
import { IconTrash, IconUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import classes from './picture-buttons.module.css'

type PictureButtonsProps = Readonly<{
  labels: Readonly<{ file: string; upload: string; replace: string; remove: string; formats: string }>
  /** The content types that the file dialog offers, separated by commas. */
  accept: string
  hasPicture: boolean
  uploading: boolean
  removing?: boolean
  onFile: (file: File | undefined) => void
  onRemove: () => void
}>

/** Uploads, replaces and removes a picture, with a note on the formats. The parent takes files that are dropped. */
export function PictureButtons(props: PictureButtonsProps) {
  const { labels, accept, hasPicture, uploading, removing = false, onFile, onRemove } = props
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <div className={classes['root']}>
      <input
        ref={chooser}
        type="file"
        accept={accept}
        aria-label={labels.file}
        tabIndex={-1}
        className={classes['chooser']}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          // Emptied, so that the same file can be chosen again.
          currentTarget.value = ''
          onFile(file)
        }}
      />
      <Button
        size="compact-md"
        variant="default"
        leftSection={<IconUpload size={15} stroke={1.7} />}
        loading={uploading}
        onClick={() => chooser.current?.click()}
      >
        {hasPicture ? labels.replace : labels.upload}
      </Button>
      {hasPicture && (
        <Button
          size="compact-md"
          variant="subtle"
          color="gray"
          leftSection={<IconTrash size={15} stroke={1.7} />}
          loading={removing}
          onClick={onRemove}
        >
          {labels.remove}
        </Button>
      )}
      <span className={classes['hint']}>
        <span className={classes['drop']}>or drop it here. </span>
        {labels.formats}
      </span>
    </div>
  )
}
