import { useOs } from '@mantine/hooks'

/** The keys that send a form from any of its fields, as labeled on the reader's keyboard. */
export function useSaveKeys(): string {
  const os = useOs()
  return os === 'macos' || os === 'ios' ? '⌘ Enter' : 'Ctrl Enter'
}
