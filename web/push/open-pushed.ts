import { useEffect } from 'react'
import { currentOrganization } from '../kit/organization.ts'
import { useGo } from '../kit/use-go.ts'
import { useSwitchOrganization } from '../kit/use-switch-organization.ts'

/** Opens a notification's subject, in its organization (web/public/push-worker.js). */
export function useOpenPushed(): void {
  const go = useGo()
  const switchTo = useSwitchOrganization()
  useEffect(() => {
    const open = async (url: string, org_id: unknown) => {
      if (typeof org_id === 'string' && org_id !== currentOrganization()) await switchTo(org_id)
      go(url)
    }
    // A window that was opened for it names the organization in its address.
    const named = new URLSearchParams(location.hash.slice(1)).get('organization')
    if (named !== null) void open(location.pathname + location.search, named)
    if (!('serviceWorker' in navigator)) return undefined
    const onMessage = ({ data }: MessageEvent<{ type?: string; url?: string; org_id?: unknown } | null>) => {
      if (data?.type === 'onhand-open' && typeof data.url === 'string') void open(data.url, data.org_id)
    }
    navigator.serviceWorker.addEventListener('message', onMessage)
    return () => navigator.serviceWorker.removeEventListener('message', onMessage)
  }, [go, switchTo])
}
