import type * as transform from '@fw/transform'
import type * as compiler from '@fw/transform/build'
import { TransformNotInstalled } from './errors.ts'
import { resolveInstalled } from './resolve-installed.ts'

/** Loads `@fw/transform`, which reads the application's source. Throws `TransformNotInstalled`. */
export function loadTransform(folder: string) {
  return load<typeof transform>('@fw/transform', folder)
}

/** Loads the compiler of `@fw/transform`. Throws `TransformNotInstalled`. */
export function loadCompiler(folder: string) {
  return load<typeof compiler>('@fw/transform/build', folder)
}

/**
 * Registers the loader with which Node imports the application's source. Does nothing if `@fw/transform` is not
 * installed, because a built application does not need it.
 */
export async function registerTransform(folder: string): Promise<void> {
  if (isTransformInstalled(folder)) await load('@fw/transform/register', folder)
}

export function isTransformInstalled(folder: string): boolean {
  return resolveInstalled('@fw/transform', folder) !== undefined
}

async function load<Module>(entryPoint: string, folder: string): Promise<Module> {
  const url = resolveInstalled(entryPoint, folder)
  if (url === undefined) throw new TransformNotInstalled(folder)
  return await import(/* @vite-ignore */ url)
}
