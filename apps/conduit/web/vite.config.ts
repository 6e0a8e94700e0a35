import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  build: { target: 'esnext' },
  server: { proxy: { '/api': 'http://localhost:8080' } },
})
