import { backend } from '@fw/transform/vite'
import { defineConfig } from 'vite'

export default defineConfig({ plugins: [backend({ root: '../api' })] })
