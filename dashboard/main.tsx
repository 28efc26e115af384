import { createRoot } from 'react-dom/client'
import './mantine-styles.ts'
import 'virtual:theme.css'
import './styles.css'
import { App } from './app.tsx'
import { router } from './router.ts'
import { keepFocus } from './shell/keep-focus.ts'

keepFocus(router)
const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
