import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const server = process.env['ONHAND_DEV_API'] ?? 'http://localhost:3000'

/**
 * The web app's build. Everything is a file of our own origin: no data: fonts, no inline scripts, so the strict CSP
 * needs no exception for them. `html.cspNonce` leaves a placeholder that the server replaces in each answer of
 * index.html.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compressed(join(import.meta.dirname, '../build/web/assets'))],
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: '../build/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // Above this size a chunk is a mistake: a noun that should have been loaded lazily.
    chunkSizeWarningLimit: 1_000,
    // One style sheet, and one chunk of what several screens share: a screen was ninety files, most of them smaller
    // than what asking for one costs.
    cssCodeSplit: false,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] } } },
  },
  server: {
    proxy: Object.fromEntries(
      [
        '/api',
        '/auth/v1',
        '/files',
        '/rest',
        '/functions',
        '/sharing',
        '^/(customer|supplier)/',
        '/health',
        '/ready',
      ].map((path) => [path, { target: server, changeOrigin: false }]),
    ),
  },
})

/**
 * Lays a compressed copy beside each script and style sheet, once and well, so that the server need not do it for each
 * visitor.
 */
function compressed(folder: string): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    closeBundle() {
      for (const name of readdirSync(folder).filter((file) => /\.(js|css)$/.test(file))) {
        const text = readFileSync(join(folder, name))
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text))
        writeFileSync(join(folder, `${name}.gz`), gzipSync(text, { level: 9 }))
      }
    },
  }
}
