import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconTrash, IconUpload } from '@tabler/icons-react'
import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react'
import { optionalImage } from '../../contract/fields.ts'
import { isFileAddress } from '../../contract/file-addresses.ts'
import { uploadFile } from '../../contract/files.ts'
import { limits } from '../../contract/limits.ts'
import { messageOf, useCommand } from '../kit/api.ts'
import type { CommandFormState } from '../kit/use-submit.ts'
import { Thumbnail } from '../ui/thumbnail.tsx'
import classes from './image-field.module.css'
import type { ProductValues } from './product-values.ts'

const formats = 'image/jpeg,image/png,image/webp'
/** An address that is being typed names many hosts on its way: none of them is asked for a picture. */
const typingPauseMs = 500
const megabytes = limits.pictureBytes / 1_048_576

/**
 * The product's picture: an address, or a file that is dropped, pasted or chosen. It shows at once and is kept with the
 * product.
 */
// oxlint-disable-next-line max-lines-per-function -- one control: its events share the picture
export function ImageField({ state }: { state: CommandFormState<ProductValues> }) {
  const { value: held, error, onChange, ...field } = state.field('image')
  const upload = useCommand(uploadFile)
  const [failure, setFailure] = useState<string | null>(null)
  const [broken, setBroken] = useState<string | null>(null)
  const [over, setOver] = useState(false)
  const image = held as string
  const isOurs = isFileAddress(image)
  const [typed] = useDebouncedValue(image, typingPauseMs)
  const src = isOurs ? image : (optionalImage().safeParse(typed).data ?? null)

  const set = (address: string) => {
    setFailure(null)
    state.form.setFieldValue('image', address)
  }
  const take = async (file: File | undefined) => {
    if (!file) return
    setFailure(null)
    if (file.size > limits.pictureBytes) return setFailure(`This picture is larger than ${megabytes} MB.`)
    try {
      const body = file as unknown as Uint8Array<ArrayBuffer>
      set((await upload.run({ folder: 'product-images', file: body })).address)
    } catch (refusal) {
      setFailure(messageOf(refusal, 'Failed to upload image'))
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }
  const paste = (event: ClipboardEvent) => {
    const [file] = event.clipboardData.files
    if (!file) return
    event.preventDefault()
    void take(file)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping is a shortcut for the button inside
    <div
      className={classes['root']}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      onPaste={paste}
    >
      <div className={classes['picture']}>
        <Thumbnail src={src} size={96} alt={src ? 'The picture of this product' : ''} onFailed={setBroken} />
      </div>
      <div className={classes['address']}>
        <TextInput
          label="Image URL"
          type="url"
          inputMode="url"
          {...field}
          placeholder={isOurs ? 'An uploaded picture is used' : 'https://'}
          value={isOurs ? '' : image}
          error={(error as string | undefined) ?? failure ?? undefined}
          onChange={(event) => {
            setFailure(null)
            onChange(event)
          }}
        />
        {src !== null && broken === src && (
          <p role="status" className={classes['broken']}>
            No picture could be loaded from there
          </p>
        )}
      </div>
      <Buttons
        hasPicture={image !== ''}
        pending={upload.pending}
        onFile={(file) => void take(file)}
        onRemove={() => set('')}
      />
    </div>
  )
}

type ButtonsProps = Readonly<{
  hasPicture: boolean
  pending: boolean
  onFile: (file: File | undefined) => void
  onRemove: () => void
}>

function Buttons({ hasPicture, pending, onFile, onRemove }: ButtonsProps) {
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
