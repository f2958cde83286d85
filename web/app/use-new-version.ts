import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { tabStorage } from '../kit/browser-storage.ts'
import { isSending } from '../kit/sending.ts'
import { isToastShown } from '../kit/toast.tsx'
import { servedVersion } from '../kit/watch-version.ts'

/** In the tab's storage: it has loaded this version once. */
const keyOf = (version: string) => `onhand-version ${version}`

/**
 * Loads the page of the next screen from the server if another version was installed meanwhile, unless a command is
 * still being sent or a message is shown, which would be lost. Once per version, so that tabs don't reload with every
 * screen while servers of two versions answer.
 */
export function useNewVersion(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ pathChanged, toLocation }) => {
        const version = otherVersion()
        if (!pathChanged || version === null || tabStorage().getItem(keyOf(version))) return
        if (isSending() || isToastShown()) return
        tabStorage().setItem(keyOf(version), 'loaded')
        location.assign(toLocation.href)
      }),
    [router],
  )
}

/** The version that the server has, if this page was started with another one. */
function otherVersion(): string | null {
  const own = [...document.querySelectorAll('script[type="module"][src]')].at(-1)?.getAttribute('src') ?? ''
  // The development server's page has no build.
  return own.startsWith('/assets/') && servedVersion() !== own ? servedVersion() : null
}
