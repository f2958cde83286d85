import { ActionIcon, Button, Loader } from '@mantine/core'
import { IconCameraPlus, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { counted } from '../../contract/counted-nouns.ts'
import { limits } from '../../contract/limits.ts'
import { Thumbnail } from '../ui/thumbnail.tsx'
import classes from './part-fields.module.css'
import { usePhotoUploads } from './use-photo-uploads.ts'

type PhotoFieldProps = Readonly<{
  /** The photos' subject, for those who can't see them. */
  of: string
  photos: readonly string[]
  onChange: (change: (photos: readonly string[]) => readonly string[]) => void
  /** Called when an upload begins (1) and ends (−1). */
  onUpload: (change: 1 | -1) => void
  error?: string | undefined
}>

/**
 * Photos of goods: taken or chosen, shown small, removed again. They are uploaded immediately and belong to the receipt
 * once it is recorded. What the network didn't let through is kept and sent later.
 */
// oxlint-disable-next-line max-lines-per-function -- choosing, uploading and removing share the photos
export function PhotoField({ of, photos, onChange, onUpload, error }: PhotoFieldProps) {
  const { isSending, waiting, failure, add, resend, discard } = usePhotoUploads({ photos, onChange, onUpload })
  const field = useRef<HTMLInputElement>(null)
  const wrong = failure ?? error
  return (
    <div className={classes['photoField']} data-some={photos.length > 0 || waiting > 0 || Boolean(wrong) || undefined}>
      <ul className={classes['photos']} aria-label={`Photos of ${of}`}>
        {photos.map((address, index) => (
          <li key={address}>
            <Thumbnail src={address} size={64} alt={`Photo ${index + 1} of ${of}`} />
            <ActionIcon
              className={classes['removePhoto']}
              size={22}
              variant="filled"
              aria-label={`Remove photo ${index + 1} of ${of}`}
              onClick={() => onChange((now) => now.filter((one) => one !== address))}
            >
              <IconX size={14} stroke={2} />
            </ActionIcon>
          </li>
        ))}
        {photos.length < limits.photosPerLine && (
          <li>
            <input
              ref={field}
              type="file"
              accept="image/jpeg,image/png,image/webp"
              multiple
              className={classes['file']}
              tabIndex={-1}
              aria-label={`Photos of ${of}`}
              onChange={({ currentTarget }) => {
                const files = [...(currentTarget.files ?? [])]
                currentTarget.value = ''
                void add(files)
              }}
            />
            <button
              type="button"
              className={classes['addPhoto']}
              aria-label={`Add photos of ${of}`}
              disabled={isSending}
              onClick={() => field.current?.click()}
            >
              {isSending ? <Loader size={18} /> : <IconCameraPlus size={22} stroke={1.5} aria-hidden />}
            </button>
          </li>
        )}
      </ul>
      {wrong && (
        <p role="alert" className={classes['wrong']}>
          {wrong}
        </p>
      )}
      {waiting > 0 && (
        <div className={classes['unsent']}>
          <span>{counted(waiting, 'photo')} not uploaded yet</span>
          <Button variant="subtle" size="compact-sm" onClick={resend}>
            Try again
          </Button>
          <Button variant="subtle" color="gray" size="compact-sm" onClick={discard}>
            Discard
          </Button>
        </div>
      )}
    </div>
  )
}
