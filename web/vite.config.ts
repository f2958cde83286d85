import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { chunkGroups } from './chunks.ts'
import { filesOfScreens } from './screen-files.ts'
import { screenReads } from './screen-reads.ts'

/** Must be the first line of a file. Browsers that don't know it ignore it. */
const compileEarly = '//# allFunctionsCalledOnLoad'
/** The files that every visit runs (chunks.ts). */
const everyVisit = /^assets\/(first|app)-/

const server = process.env['ONHAND_DEV_API'] ?? 'http://localhost:3000'

/**
 * The web app's build. Everything is a file of our own origin, except the first frame's style and script in index.html:
 * the server allows the style by a nonce, for which `html.cspNonce` leaves a placeholder, and the script by its digest.
 */
export default defineConfig({
  root: import.meta.dirname,
  // The contract's schemas are only created when a form checks its input.
  resolve: { alias: [{ find: /^zod$/, replacement: join(import.meta.dirname, 'kit/schema-recipes.ts') }] },
  plugins: [react(), firstVisit(), compiledEarly(), compressed(join(import.meta.dirname, '../build/web/assets'))],
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: '../build/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // Supported by every browser that runs the app.
    modulePreload: { polyfill: false },
    // A chunk above this size is a mistake: a screen that should have been loaded lazily.
    chunkSizeWarningLimit: 1_000,
    // One style sheet: a screen was ninety files, most of them smaller than the cost of requesting them.
    cssCodeSplit: false,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
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
 * Arranges index.html so that it is drawn before anything else has arrived: the style sheet comes after the first
 * frame, which it would block, the font is requested immediately, and the frame's script gets the files that signed-in
 * people need next: those of every screen, and those of the screen in the address.
 */
function firstVisit(): Plugin {
  return {
    name: 'first-visit',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const files = Object.keys(bundle)
        const named = (pattern: RegExp) => files.filter((file) => pattern.test(file)).map((file) => `/${file}`)
        const [font] = named(/inter-latin-wght-normal-[^/]*\.woff2$/)
        const app = named(/\/app-[^/]*\.js$/)
        const sheet = /\n\s*<link rel="stylesheet"[^>]*>/.exec(html)?.[0]
        if (!font || app.length === 0 || !sheet) throw new Error('The build has another shape than index.html expects')
        return html
          .replace(sheet, '')
          .replace('<div id="root">', `${sheet.trim()}\n    <div id="root">`)
          .replace(
            '</title>',
            `</title>\n    <link rel="preload" as="font" type="font/woff2" crossorigin href="${font}" />`,
          )
          .replace('__APP_FILES__', app.join(' '))
          .replace('"__SCREEN_FILES__"', JSON.stringify(filesOfScreens(bundle)))
          .replace('"__SCREEN_READS__"', JSON.stringify(screenReads))
      },
    },
  }
}

/**
 * Has the browser compile the functions of the files of every visit while these arrive, on another thread; otherwise
 * the page's main thread compiles each when it is first called (docs/decisions/0075).
 */
function compiledEarly(): Plugin {
  return {
    name: 'compiled-early',
    apply: 'build',
    generateBundle: {
      // The bundler puts a line of its own before its output.
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && everyVisit.test(file.fileName)) file.code = `${compileEarly}\n${file.code}`
      },
    },
  }
}

/**
 * Stores a compressed copy beside each script, style sheet and WebAssembly module, so that the server needn't compress
 * for each visitor.
 */
function compressed(folder: string): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    closeBundle() {
      for (const name of readdirSync(folder).filter((file) => /\.(js|css|wasm)$/.test(file))) {
        const text = readFileSync(join(folder, name))
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text))
        writeFileSync(join(folder, `${name}.gz`), gzipSync(text, { level: 9 }))
      }
    },
  }
}
