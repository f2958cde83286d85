import { Button } from '@mantine/core'
import { IconTrash, IconUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import { limits } from '../../contract/limits.ts'
import classes from './image-field.module.css'

const formats = 'image/jpeg,image/png,image/webp'

export const megabytes = limits.pictureBytes / 1_048_576

type ButtonsProps = Readonly<{
  hasPicture: boolean
  pending: boolean
  onFile: (file: File | undefined) => void
  onRemove: () => void
}>

export function PictureButtons({ hasPicture, pending, onFile, onRemove }: ButtonsProps) {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <div className={classes['buttons']}>
      <input
        ref={chooser}
        type="file"
        accept={formats}
        aria-label="Picture file"
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
        loading={pending}
        onClick={() => chooser.current?.click()}
      >
        {hasPicture ? 'Replace picture' : 'Upload picture'}
      </Button>
      {hasPicture && (
        <Button
          size="compact-md"
          variant="subtle"
          color="gray"
          leftSection={<IconTrash size={15} stroke={1.7} />}
          onClick={onRemove}
        >
          Remove picture
        </Button>
      )}
      <span className={classes['hint']}>
        <span className={classes['drop']}>or drop it here. </span>JPEG, PNG or WebP, up to {megabytes} MB
      </span>
    </div>
  )
}
