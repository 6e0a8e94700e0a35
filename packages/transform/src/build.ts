export { compileModule, type CompiledModule } from './compile-module.ts'
