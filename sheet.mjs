import { chromium } from '@playwright/test'
import { readFileSync } from 'node:fs'
// node sheet.mjs OUT WIDTH file...
const [out, width, ...files] = process.argv.slice(2)
const b = await chromium.launch({ executablePath: '/usr/bin/chromium' })
const p = await b.newPage({ viewport: { width: Number(width) * files.length + 20 * files.length, height: 800 } })
await p.setContent(`<body style="margin:0;background:#888;display:flex;gap:20px;align-items:flex-start">${files.map((f) => `<div><div style="font:12px sans-serif">${f}</div><img width=${width} src="data:image/webp;base64,${readFileSync('build/screens/' + f + '.webp').toString('base64')}"></div>`).join('')}</body>`)
await p.waitForTimeout(500)
await p.screenshot({ path: out, fullPage: true })
await b.close()
