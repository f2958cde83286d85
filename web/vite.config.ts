import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = process.env['ONHAND_DEV_API'] ?? 'http://localhost:3000'

/**
 * The web app's build. Everything is a file of our own origin: no data: fonts, no inline scripts, so the strict CSP needs no
 * exception for them. `html.cspNonce` leaves a placeholder that the server replaces in each answer of index.html.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: '../build/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // Above this size a chunk is a mistake: a noun that should have been loaded lazily.
    chunkSizeWarningLimit: 700,
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/auth/v1', '/files', '/rest', '/functions', '/health', '/ready'].map((path) => [
        path,
        { target: server, changeOrigin: false },
      ]),
    ),
  },
})
