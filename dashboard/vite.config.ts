import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { stylesFirst } from './styles-first.ts'
import { themeStyles } from './theme-styles.ts'

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))

// Where `npm run dev` listens.
const service = 'http://127.0.0.1:3000'

export default defineConfig({
  root: folder('.'),
  base: '/dashboard/',
  plugins: [react(), themeStyles(), stylesFirst()],
  resolve: { alias: { '#contract': folder('../contract') } },
  build: {
    // This is about syntax alone; test/whole/browsers.test.ts holds the rest.
    target: ['chrome109', 'safari15.4'],
    outDir: folder('../dist/dashboard'),
    emptyOutDir: true,
    // Small files stay files: a data: address would need an exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 800,
    // What pages share comes in one file, so that none is asked for in forty: each costs a phone a journey.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 3 }] } } },
  },
  server: {
    port: 5173,
    proxy: { '^/dashboard/api/': service, '^/(?!dashboard/)': service },
  },
})
