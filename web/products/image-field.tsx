import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type ClipboardEvent, useEffect, useEffectEvent, useState } from 'react'
import { optionalImage } from '../../contract/fields.ts'
import { isFileAddress } from '../../contract/file-addresses.ts'
import type { uploadFile } from '../../contract/files.ts'
import { limits } from '../../contract/limits.ts'
import { ApiError, messageOf, type useCommand } from '../kit/api.ts'
import { checkInput } from '../kit/check-input.ts'
import { onRecovery } from '../kit/connection.ts'
import { PictureButtons } from '../kit/picture-buttons.tsx'
import { smallerPhoto } from '../kit/smaller-photo.ts'
import { useFileDrop } from '../kit/use-file-drop.ts'
import type { CommandFormState } from '../kit/use-submit.ts'
import { Thumbnail } from '../ui/thumbnail.tsx'
import type { ProductValues } from './product-values.ts'
import classes from './image-field.module.css'
import { productLabels } from './product-labels.ts'

/** A partly typed address names many hosts: no picture is requested from any of them. */
const typingPauseMs = 500

const imageAddress = optionalImage()
const megabytes = limits.pictureBytes / 1_048_576
const labels = {
  file: 'Image file',
  upload: 'Upload image',
  replace: 'Replace image',
  remove: 'Remove image',
  formats: `JPEG, PNG or WebP, up to ${megabytes} MB`,
}

type ImageFieldProps = Readonly<{
  state: CommandFormState<ProductValues>
  /** The form's, which can't be saved during an upload: the picture would be missing. */
  upload: ReturnType<typeof useCommand<typeof uploadFile>>
}>

/**
 * The product's picture: an address, or a file that is dropped, pasted or chosen. It shows immediately and is saved
 * with the product.
 */
// oxlint-disable-next-line max-lines-per-function -- one control: its events share the picture
export function ImageField({ state, upload }: ImageFieldProps) {
  const { value: held, error, onChange, ...field } = state.field('image')
  const [failure, setFailure] = useState<string | null>(null)
  const [broken, setBroken] = useState<string | null>(null)
  const image = held as string
  const isOurs = isFileAddress(image)
  const [typed] = useDebouncedValue(image, typingPauseMs)
  const src = isOurs ? image : (checkInput(imageAddress, typed).data ?? null)

  // A phone's camera keeps no copy of what the network didn't let through.
  const [unsent, setUnsent] = useState<File | null>(null)
  const set = (address: string) => {
    setFailure(null)
    setUnsent(null)
    state.form.setFieldValue('image', address)
  }
  const take = async (chosen: File | undefined) => {
    if (!chosen) return
    setFailure(null)
    setUnsent(null)
    const file = await smallerPhoto(chosen)
    if (file.size > limits.pictureBytes) return setFailure(`This image is larger than ${megabytes} MB.`)
    try {
      const body = file as unknown as Uint8Array<ArrayBuffer>
      set((await upload.run({ folder: 'product-images', file: body })).address)
    } catch (refusal) {
      if (refusal instanceof ApiError && refusal.outcomeUnknown) setUnsent(file)
      setFailure(messageOf(refusal, 'Failed to upload image'))
    }
  }
  const resend = useEffectEvent(() => {
    if (unsent && !upload.pending) void take(unsent)
  })
  useEffect(() => onRecovery(resend), [])
  const drop = useFileDrop((file) => void take(file))
  const paste = (event: ClipboardEvent) => {
    const [file] = event.clipboardData.files
    if (!file) return
    event.preventDefault()
    void take(file)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping is a shortcut for the button inside
    <div className={classes['root']} {...drop} onPaste={paste}>
      <div className={classes['picture']}>
        <Thumbnail src={src} size={96} alt={src ? 'The image of this product' : ''} onFailed={setBroken} />
      </div>
      <div className={classes['address']}>
        <TextInput
          label={productLabels.image}
          type="url"
          inputMode="url"
          {...field}
          placeholder={isOurs ? 'An uploaded image is used' : 'https://'}
          value={isOurs ? '' : image}
          error={(error as string | undefined) ?? failure ?? undefined}
          onChange={(event) => {
            setFailure(null)
            setUnsent(null)
            onChange(event)
          }}
        />
        {src !== null && broken === src && (
          <p role="status" className={classes['broken']}>
            No image found at this address
          </p>
        )}
      </div>
      <div className={classes['buttons']}>
        <PictureButtons
          labels={labels}
          accept="image/jpeg,image/png,image/webp"
          hasPicture={image !== ''}
          uploading={upload.pending}
          onFile={(file) => void take(file)}
          onRemove={() => set('')}
        />
      </div>
    </div>
  )
}
