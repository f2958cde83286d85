import { readPush, subscribePush, unsubscribePush } from '../../contract/push.ts'
import { call } from '../kit/call.ts'
import { currentOrganization } from '../kit/organization.ts'

const worker = '/push-worker.js'

/** Why this browser can't show notifications; null if it can. */
export type Obstacle = 'insecure' | 'unsupported' | 'blocked'

export function pushObstacle(): Obstacle | null {
  if (!globalThis.isSecureContext) return 'insecure'
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis) || !('Notification' in globalThis))
    return 'unsupported'
  return Notification.permission === 'denied' ? 'blocked' : null
}

/** The person denied the permission. */
export class NotAllowed extends Error {}

/**
 * Requests the permission, subscribes this browser and tells the server. Throws NotAllowed, or the error of the browser
 * or server.
 */
export async function turnOnPush(): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new NotAllowed('Notifications were not allowed.')
  const { public_key } = await call(readPush, {}, { organization: currentOrganization() })
  const registration = await registered()
  const key = bytesOf(public_key)
  const existing = await registration.pushManager.getSubscription()
  // A subscription with another key of the server would get nothing.
  if (existing && !hasKey(existing, key)) await existing.unsubscribe()
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  const input = { endpoint, p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' }
  await call(subscribePush, input, { organization: currentOrganization() })
}

/** Tells the server and unsubscribes this browser. */
export async function turnOffPush(): Promise<void> {
  await call(unsubscribePush, {}, { organization: currentOrganization() })
  await forgetSubscription()
}

/** Ends this browser's subscription; the server's part ends with the session. */
export async function forgetSubscription(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration(worker)
  const subscription = await registration?.pushManager?.getSubscription()
  await subscription?.unsubscribe()
}

async function registered(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(worker, { scope: '/' })
  return navigator.serviceWorker.ready
}

function hasKey({ options }: PushSubscription, key: Uint8Array): boolean {
  const own = options.applicationServerKey
  if (!own) return false
  const bytes = new Uint8Array(own)
  return bytes.length === key.length && bytes.every((byte, index) => byte === key[index])
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (letter) => letter.codePointAt(0) ?? 0)
}
