import { createRoot } from 'react-dom/client'
import './mantine-styles.ts'
import 'virtual:theme.css'
import './styles.css'
import { App } from './app.tsx'

const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
