import './tokens.css'
import '@fontsource-variable/inter/wght.css'
import './fallback-fonts.css'
import './mantine.ts'
// Before the router redirects to another address.
import '../kit/arrival.ts'
import './global.css'
import './buttons.css'
import './form-buttons.css'
import './foldable.css'
import './held-sideways.css'
import './touch.css'
import './print.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { testConnection, watchNetwork } from '../kit/connection.ts'
import { pressedControl } from '../kit/sending.ts'
import { App } from './app.tsx'
import { endFirstFrame } from './first-frame.ts'

void testConnection()
watchNetwork()
pressedControl.watch(document)

const root = document.querySelector('#root')
if (!root) throw new Error('index.html has no #root')

endFirstFrame(root)
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
