import { transform } from '@fw/transform/vite'
import { defineConfig } from 'vitest/config'
import { closingLine } from './spec/closing-line.ts'

export default defineConfig({
  plugins: [transform()],
  test: {
    include: ['packages/*/test/**/*.test.ts', 'apps/*/test/**/*.test.ts', 'spec/**/*.test.ts'],
    globalSetup: ['packages/query/test/databases/global-setup.ts'],
    testTimeout: 20_000,
    reporters: ['default', closingLine],
  },
})
