// The service worker of notifications: it shows what the server pushes, and opens the screen behind it. It caches nothing and answers no request.

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('push', (event) => {
  const message = read(event.data)
  const shown = self.registration.showNotification(message.title, {
    body: message.body,
    // The same message again replaces the first one.
    tag: message.id,
    icon: '/icon.svg',
    data: { url: message.url, org_id: message.org_id },
  })
  event.waitUntil(shown)
})

/** A browser takes the permission away from pages whose pushes show nothing, so something is shown in any case. */
function read(data) {
  try {
    const { id, title, body, url, org_id } = data.json()
    if (typeof title === 'string') return { id, title, body, url, org_id }
  } catch {
    // Not one of ours, or cut.
  }
  return { id: 'unreadable', title: 'Onhand', body: 'Open Onhand to see what is new.', url: '/', org_id: null }
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data ?? {}))
})

/** In a window of ours that is open, else in a new one. */
async function open({ url, org_id }) {
  const path = isOwnPath(url) ? url : '/'
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const [window] = windows.toSorted((a, b) => Number(b.focused) - Number(a.focused))
  if (!window) {
    const fragment = org_id ? `#organization=${encodeURIComponent(org_id)}` : ''
    await self.clients.openWindow(path + (path.includes('#') ? '' : fragment))
    return
  }
  window.postMessage({ type: 'onhand-open', url: path, org_id })
  // Refused where no press of the person stands behind it: the screen is there all the same.
  await window.focus().catch(() => undefined)
}

function isOwnPath(url) {
  return typeof url === 'string' && new URL(url, self.location.origin).origin === self.location.origin && url.startsWith('/')
}
