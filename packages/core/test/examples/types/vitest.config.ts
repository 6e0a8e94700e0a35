import { transform } from '@fw/transform/vite'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [transform()],
})
