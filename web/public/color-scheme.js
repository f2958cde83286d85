// Sets light or dark before the first paint, so that nothing flashes. A file of its own because the CSP allows no inline script;
// the key and the attribute are the ones Mantine reads and writes.
;(function () {
  var stored = null
  try {
    stored = localStorage.getItem('onhand-color-scheme')
  } catch (error) {
    // Storage can be switched off; the system's choice is used then.
  }
  var dark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
