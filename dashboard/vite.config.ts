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
    // This covers syntax only; test/whole/browsers.test.ts checks for missing APIs.
    target: ['chrome109', 'safari15.4'],
    outDir: folder('../dist/dashboard'),
    emptyOutDir: true,
    // Do not inline small files: data: URLs would need an exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 800,
    // Code that pages share goes into one file instead of forty: each file costs a phone a round trip.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 3 }] } } },
  },
  server: {
    port: 5173,
    proxy: { '^/dashboard/api/': service, '^/(?!dashboard/)': service },
  },
})
